"""Kill a process at a chosen write: ptrace(2) stops it before every call that changes a file."""

import ctypes
import os
import platform
import signal
import struct
from collections.abc import Callable, Mapping, Set

_TRACEME, _SYSCALL, _SETOPTIONS, _SYSCALL_INFO = 0, 24, 0x4200, 0x420E
_SYSGOOD, _EXITKILL = 1, 1 << 20
_ENTRY = 1
WRITES = {
    # write pwrite64 writev fsync fdatasync ftruncate rename mkdir unlink openat mkdirat unlinkat renameat
    # fallocate renameat2
    "x86_64": {1, 18, 20, 74, 75, 77, 82, 83, 87, 257, 258, 263, 264, 285, 316},
    "aarch64": {64, 68, 66, 82, 83, 46, 34, 35, 38, 56, 47, 276},
}
RENAMES = {"x86_64": {82, 264, 316}, "aarch64": {38, 276}}
"""rename renameat renameat2"""
_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
_libc.ptrace.restype = ctypes.c_long


def can_trace() -> bool:
    """Return whether this machine lets us trace a process."""
    if platform.machine() not in WRITES:
        return False
    try:
        return writes(lambda: None) >= 0
    except OSError:
        return False


def writes(
    work: Callable[[], object], kill_at: int | None = None, calls: Mapping[str, Set[int]] = WRITES
) -> int:
    """Run the work in its own process and kill it before its write number `kill_at` (from 1).

    Returns the number of writes up to then, including that one; `calls` may count other system calls. Raises
    OSError if tracing is not allowed, RuntimeError if the work itself fails.
    """
    pid = os.fork()
    if pid == 0:
        _child(work)
    try:
        return _followed(pid, kill_at, calls[platform.machine()])
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise


def _child(work: Callable[[], object]) -> None:
    try:
        _libc.ptrace(_TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGSTOP)
        work()
    except BaseException:
        os._exit(1)
    os._exit(0)


def _followed(pid: int, kill_at: int | None, wanted: Set[int]) -> int:
    os.waitpid(pid, 0)
    _ptrace(_SETOPTIONS, pid, 0, _SYSGOOD | _EXITKILL)
    seen, deliver = 0, 0
    while True:
        _ptrace(_SYSCALL, pid, 0, deliver)
        _, status = os.waitpid(pid, 0)
        if os.WIFEXITED(status):
            if os.WEXITSTATUS(status):
                raise RuntimeError("the work failed by itself")
            return seen
        if os.WIFSIGNALED(status):
            raise RuntimeError(f"the work ended by signal {os.WTERMSIG(status)}")
        stopped = os.WSTOPSIG(status)
        deliver = 0 if stopped == signal.SIGTRAP | 0x80 else stopped
        if deliver == 0 and _entered(pid) in wanted:
            seen += 1
            if seen == kill_at:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                return seen


def _entered(pid: int) -> int:
    """Number of the system call that begins; -1 if one ends (struct ptrace_syscall_info)."""
    info = ctypes.create_string_buffer(96)
    _ptrace(_SYSCALL_INFO, pid, len(info), ctypes.addressof(info))
    return int(struct.unpack_from("Q", info, 24)[0]) if info.raw[0] == _ENTRY else -1


def _ptrace(request: int, pid: int, address: int, data: int) -> None:
    if _libc.ptrace(request, pid, address, data) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
