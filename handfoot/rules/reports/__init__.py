"""Problems of rule files: their codes, and how they are shown."""
