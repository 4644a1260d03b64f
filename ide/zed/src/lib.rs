//! Starts `cudalint lsp`, and tells it what is set under `lsp.cudalint` in Zed's settings.

use zed_extension_api::{self as zed, serde_json, settings::LspSettings};

const NAME: &str = "cudalint";

struct Cudalint;

/// What is set for the server in a worktree.
fn settings(worktree: &zed::Worktree) -> serde_json::Value {
    LspSettings::for_worktree(NAME, worktree)
        .ok()
        .and_then(|all| all.settings)
        .unwrap_or_default()
}

impl zed::Extension for Cudalint {
    fn new() -> Self {
        Cudalint
    }

    /// The program that the settings name, else the one in the worktree's `PATH`.
    fn language_server_command(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let binary = LspSettings::for_worktree(NAME, worktree)
            .ok()
            .and_then(|all| all.binary);
        let given = binary.as_ref().and_then(|binary| binary.path.clone());
        let command = given
            .or_else(|| worktree.which(NAME))
            .ok_or("cudalint is not in PATH; lsp.cudalint.binary.path may say where it is")?;
        let args = binary
            .and_then(|binary| binary.arguments)
            .unwrap_or_else(|| vec!["lsp".into()]);
        Ok(zed::Command {
            command,
            args,
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<Option<serde_json::Value>> {
        Ok(Some(serde_json::json!({ NAME: settings(worktree) })))
    }

    fn language_server_workspace_configuration(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<Option<serde_json::Value>> {
        Ok(Some(serde_json::json!({ NAME: settings(worktree) })))
    }
}

zed::register_extension!(Cudalint);
