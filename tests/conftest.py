from tools import package

package.provide()


def pytest_report_header() -> str:
    import adverb  # only now: `provide` has just made it importable

    return f"adverb: {adverb.__file__}"
