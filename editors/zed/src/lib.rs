//! Starts `tablecheck serve` for LaTeX files in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

const PROGRAM: &str = "tablecheck";
const ARGUMENTS: [&str; 1] = ["serve"];

struct Tablecheck;

impl zed::Extension for Tablecheck {
    fn new() -> Self {
        Tablecheck
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree
            .which(PROGRAM)
            .ok_or("tablecheck is not on the PATH; install it with `pip install tablecheck`")?;
        Ok(Command {
            command,
            args: ARGUMENTS.map(String::from).to_vec(),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Tablecheck);
