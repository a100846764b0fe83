"""What a check found, written for people and for programs: one file for each format, text from a `Run`."""

FORMATS = ("text", "json", "sarif", "github", "html")
