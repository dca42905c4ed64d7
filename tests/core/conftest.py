from hypothesis import settings

# The same cases in every run: what fails here fails on the next desk too.
settings.register_profile("adverb", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("adverb")
