"""Before any test imports numpy: its matrices are small here, threads cost more than they bring."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
