"""The press: MyST sources in, executed notebooks out."""
