from tests.installed import installed

__all__ = ["installed"]
