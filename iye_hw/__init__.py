"""The board's hardware as Python: touch chips, lights and buttons, real and simulated.

It knows nothing of the game; the program that plays it is in `iye`.
"""
