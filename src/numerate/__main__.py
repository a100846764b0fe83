"""`python -m numerate`, where the command is not on the path."""

from numerate.cli import main

if __name__ == "__main__":
    main()
