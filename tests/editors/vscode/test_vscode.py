"""The extension in a real VS Code, driven as a user would."""

from tests.editors.vscode.tools import needs_vscode


@needs_vscode
def test_the_scenario_passes_in_vscode(drive):
    drive("scenario.mjs")


@needs_vscode
def test_a_project_of_overleaf_is_checked_in_vscode(drive):
    drive("overleaf.mjs")


@needs_vscode
def test_without_tablecheck_the_editor_stays_quiet_and_says_what_to_do(drive):
    drive("missing.mjs", is_installed=False)
