"""The exit codes that scripts may rely on."""

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_BAD_ROWS = 3
EXIT_INTERRUPTED = 130
