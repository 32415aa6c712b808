"""The 40-pin header of a Raspberry Pi."""

HEADER = (
    "3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15", "17", "18", "27", "GND", "22", "23", "3V3",
    "24", "10", "GND", "9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND", "6", "12", "13", "GND", "19",
    "16", "26", "20", "GND", "21",
)  # fmt: skip
"""Function of the pins 1 to 40; numbers are GPIO numbers (pinout.xyz)."""
ELSEWHERE = frozenset({0, 1, 2, 3, 14, 15})
"""GPIO numbers reserved for add-on boards, I2C and a card reader at the serial port."""
PLAIN = tuple(int(pin) for pin in HEADER if pin.isdecimal() and int(pin) not in ELSEWHERE)
"""All other GPIO numbers, in the order of the header."""
