// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! Finds libpapilio.so: in the folder `PAPILIO_LIB_DIR`, else where pkg-config says.
use std::path::Path;
use std::process::{exit, Command};

const REMEDY: &str = "install Papilio (sudo cmake --install build/quick && sudo ldconfig), \
    or set PAPILIO_LIB_DIR to the folder of libpapilio.so, build/quick/lib of a built tree for example";
/// The libraries whose structs `src/sys.rs` declares.
const WANTED: &str = "papilio >= 0.2 papilio < 0.3";

fn main() {
    for name in ["PAPILIO_LIB_DIR", "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let link = match std::env::var("PAPILIO_LIB_DIR") {
        Ok(folder) => in_folder(&folder),
        Err(_) => by_pkg_config(),
    };
    match link {
        Ok(lines) => lines.iter().for_each(|line| println!("cargo:{line}")),
        Err(why) => {
            eprintln!("papilio: {why}: {REMEDY}");
            exit(1);
        }
    }
}

fn in_folder(folder: &str) -> Result<Vec<String>, String> {
    if ["libpapilio.so", "libpapilio.dylib", "papilio.lib"].iter().all(|name| !Path::new(folder).join(name).exists()) {
        return Err(format!("PAPILIO_LIB_DIR={folder} has no libpapilio.so"));
    }
    Ok(vec![format!("rustc-link-search=native={folder}"), "rustc-link-lib=dylib=papilio".to_string()])
}

fn by_pkg_config() -> Result<Vec<String>, String> {
    let program = std::env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".to_string());
    let result = Command::new(&program)
        .args(["--libs", "--print-errors", WANTED])
        .output()
        .map_err(|error| format!("PAPILIO_LIB_DIR is not set, and {program} does not run ({error})"))?;
    if !result.status.success() {
        let said = String::from_utf8_lossy(&result.stderr).trim().replace('\n', " ");
        return Err(format!("PAPILIO_LIB_DIR is not set, and {program} does not find the library ({said})"));
    }
    let flags = String::from_utf8_lossy(&result.stdout);
    Ok(flags.split_whitespace().filter_map(line_of).collect())
}

/// The line for cargo that corresponds to a linker's flag.
fn line_of(flag: &str) -> Option<String> {
    let folder = flag.strip_prefix("-L").map(|folder| format!("rustc-link-search=native={folder}"));
    folder.or_else(|| flag.strip_prefix("-l").map(|name| format!("rustc-link-lib=dylib={name}")))
}
