"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says nothing about its rightness; on a busy machine it only makes tests
# fail by chance.
settings.register_profile("alarife", deadline=None, print_blob=True)
settings.load_profile("alarife")


def pytest_report_header() -> str:
    """The seed of what is sampled, to run the same tests again."""
    from tests.games.configurations import SEED

    return f"sampled with ALARIFE_SEED={SEED}"
