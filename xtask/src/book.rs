//! `cargo xtask book`: the README, the handbook and the other pages of `docs` as a site, by mdBook, which is installed into the target
//! directory if the machine has none.
//!
//! Pages link to source files, which are no pages: the site gets copies of them, as text. It is built from a copy of `docs`
//! in which these links are changed.

use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::{cargo_path, entries, root, run};

/// The version that is installed.
const VERSION: &str = "0.5.4";

/// Builds the site.
///
/// # Errors
/// If mdBook cannot be installed, or a link leads nowhere.
pub fn run_all() -> Result<()> {
    let program = match is_there("mdbook") {
        true => PathBuf::from("mdbook"),
        false => install()?,
    };
    let target = target();
    let (staged, site) = (target.join("book"), target.join("handbook"));
    for folder in [&staged, &site] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    stage(&root().join("docs"), &staged)?;
    stage_page(&root().join("README.md"), &staged.join("index.md"), &staged)?;
    run(Command::new(program).arg("build").arg(&staged))?;
    check_site(&site, &site)?;
    println!("The handbook begins at {}", site.join("index.html").display());
    Ok(())
}

fn target() -> PathBuf {
    let named = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(named.unwrap_or_else(|| "target".into()))
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn install() -> Result<PathBuf> {
    let folder = target().join("tools");
    let program = folder.join("bin").join(format!("mdbook{}", env::consts::EXE_SUFFIX));
    if !program.exists() {
        let mut command = Command::new(cargo_path());
        command.args(["install", "mdbook", "--locked", "--version", VERSION, "--root"]);
        run(command.arg(&folder))?;
    }
    Ok(program)
}

/// Copies a folder of `docs`.
fn stage(folder: &Path, staged: &Path) -> Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            stage(&path, staged)?;
            continue;
        }
        let copy = staged.join(page_name(path.strip_prefix(root().join("docs"))?));
        fs::create_dir_all(copy.parent().context("a file is in a folder")?)?;
        if path.extension().is_some_and(|extension| extension == "md") {
            stage_page(&path, &copy, staged)?;
        } else {
            fs::copy(&path, copy)?;
        }
    }
    Ok(())
}

/// Copies a page, and the source files that it links to.
fn stage_page(page: &Path, copy: &Path, staged: &Path) -> Result<()> {
    let (text, sources) = with_links_of_site(page, &fs::read_to_string(page)?)?;
    fs::write(copy, text)?;
    for source in sources {
        let copy = staged.join("source").join(text_name(&source));
        fs::create_dir_all(copy.parent().context("a file is in a folder")?)?;
        fs::copy(root().join(source), copy)?;
    }
    Ok(())
}

/// A page in which links to files outside of `docs` lead to copies, and which files these are.
fn with_links_of_site(page: &Path, text: &str) -> Result<(String, Vec<String>)> {
    let docs = root().join("docs");
    let folder = page.parent().context("a page is in a folder")?;
    // The README is the first page of the site.
    let depth = folder.strip_prefix(&docs).map_or(0, |inner| inner.components().count());
    let up = "../".repeat(depth);
    let (mut changed, mut sources) = (String::new(), Vec::new());
    let mut is_code = false;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let mut rest = line;
        while let Some((before, link)) = rest.split_once("](").filter(|_| !is_code) {
            let (link, after) = link.split_once(')').unwrap_or((link, ""));
            changed += before;
            rest = after;
            let name = link.split('#').next().unwrap_or(link);
            let target = normal(&folder.join(name));
            if name.is_empty() || link.contains("://") {
                changed += &format!("]({link})");
                continue;
            }
            if !target.exists() {
                bail!("{} links to {name}, which is not there", page.display());
            }
            if target.is_dir() {
                // A site has no pages of folders: the words stay.
                let at = changed.rfind('[').context("a link begins with [")?;
                changed.remove(at);
                continue;
            }
            let mark = &link[name.len()..];
            let in_site = match target.strip_prefix(&docs) {
                Ok(page) => page_name(page).to_string_lossy().into_owned(),
                Err(_) if target == root().join("README.md") => "index.md".into(),
                Err(_) => {
                    let path =
                        target.strip_prefix(root()).context("a link leaves the repository")?;
                    let path = path.to_string_lossy().into_owned();
                    let copy = format!("source/{}", text_name(&path));
                    sources.push(path);
                    copy
                }
            };
            changed += &format!("]({up}{in_site}{mark})");
        }
        changed += rest;
    }
    Ok((changed, sources))
}

/// What a file of `docs` is called in the site, where links to `README.md` would lead nowhere.
fn page_name(page: &Path) -> PathBuf {
    if page.ends_with("README.md") { page.with_file_name("index.md") } else { page.into() }
}

/// What the copy of a source file is called. mdBook would take a link to `.md.txt` for one to a page.
fn text_name(source: &str) -> String {
    format!("{}.txt", source.trim_end_matches(".md"))
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            other => normal.push(other),
        }
    }
    normal
}

/// Sees whether all links and pictures of a built site lead to files of it.
fn check_site(folder: &Path, site: &Path) -> Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            check_site(&path, site)?;
            continue;
        }
        let name = path.strip_prefix(site)?;
        // These two are made of all pages, or stand for any address.
        let is_page = path.extension().is_some_and(|extension| extension == "html")
            && !["print.html", "404.html", "toc.html"].map(Path::new).contains(&name);
        if !is_page {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        for mark in ["href=\"", "src=\""] {
            for link in text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()) {
                let target = link.split(['#', '?']).next().unwrap_or(link);
                let is_outside = link.contains("://") || link.starts_with("data:");
                if !target.is_empty() && !is_outside {
                    let target = normal(&path.parent().context("a page")?.join(target));
                    if !target.is_file() {
                        bail!("{} links to {link}, which is not in the site", name.display());
                    }
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(folder: &Path) -> Vec<PathBuf> {
        let of = |path: PathBuf| if path.is_dir() { pages(&path) } else { vec![path] };
        let paths = entries(folder).unwrap().into_iter().flat_map(of);
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
    }

    #[test]
    fn links_of_all_pages_lead_somewhere() {
        let mut all = pages(&root().join("docs"));
        all.extend(
            entries(&root()).unwrap().into_iter().filter(|path| path.ends_with("README.md")),
        );
        all.extend(
            ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
                .map(|name| root().join(name)),
        );
        assert!(all.len() > 40);
        for page in all {
            with_links_of_site(&page, &fs::read_to_string(&page).unwrap()).unwrap();
        }
    }

    #[test]
    fn links_to_source_files_lead_to_copies() {
        let page = root().join("docs/handbook/pn.md");
        let text = "[a](../../xtask/src/book.rs) [b](df-pn.md#x) [c](https://example.org/) [d](../../xtask)\n";
        let (text, sources) = with_links_of_site(&page, text).unwrap();
        assert_eq!(
            text,
            "[a](../source/xtask/src/book.rs.txt) [b](../handbook/df-pn.md#x) [c](https://example.org/) d\n"
        );
        assert_eq!(sources, ["xtask/src/book.rs"]);
        assert!(with_links_of_site(&page, "[d](nowhere.md)").is_err());
    }
}
