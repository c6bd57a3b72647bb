"""Results to text: one module a result, one function a format; nothing here prints."""
