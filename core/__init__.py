"""The mathematics of verbs: numpy and the standard library only, nothing of Blender."""
