"""The bridge between Blender and the core: the only room that knows both."""
