//! The report as one HTML page with nothing outside it.

use anyhow::Result;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::{SavedResults, pages};
use crate::bench::exhibit::{Exhibit, Table};

/// Readable on a laptop, and in print.
const STYLE: &str = include_str!("report.css");

/// The page.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn page(found: &[SavedResults]) -> Result<String> {
    let mut body = String::new();
    let mut contents = String::new();
    for (index, one) in found.iter().enumerate() {
        let (id, title) = (escaped(&one.id), escaped(one.title()));
        let name = escaped(&one.experiment);
        contents += &format!("<li><a href=\"#{id}\">{title}</a> <code>{name}</code></li>\n");
        body += &format!("<section id=\"{id}\">\n<h2>{title} <code>{name}</code></h2>\n");
        body += &format!("<p class=\"origin\">{}.</p>\n", escaped(&one.origin()));
        // Two experiments may have one page: it is told once.
        let about = one.about();
        if let Some(page) = about.filter(|_| index == 0 || found[index - 1].about() != about) {
            body += "<details><summary>What the paper did, what the full experiment does, what differs</summary>\n";
            body += &from_markdown(&pages::description(page));
            body += "</details>\n";
        }
        for exhibit in &one.exhibits {
            body += &figure(exhibit)?;
        }
        body += "</section>\n";
    }
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>phidelta: experiments</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>phidelta: experiments</h1>\n\
         <p>What was measured, beside what papers have published. Rows in italics are a paper's.</p>\n\
         <nav>\n<ol>\n{contents}</ol>\n</nav>\n{body}</main>\n</body>\n</html>\n"
    ))
}

fn figure(exhibit: &Exhibit) -> Result<String> {
    let mut text = format!("<figure>\n<figcaption>{}</figcaption>\n", escaped(&exhibit.title));
    if let Some(plot) = &exhibit.plot {
        text += &responsive(&plot.svg()?);
    }
    for table in &exhibit.tables {
        text += &from_table(table);
    }
    if !exhibit.finding.is_empty() {
        text += &format!("<p class=\"finding\">{}</p>\n", escaped(&exhibit.finding));
    }
    Ok(text + "</figure>\n")
}

/// An image that is as wide as its place.
fn responsive(svg: &str) -> String {
    let Some((before, after)) = svg.split_once("<svg width=\"") else { return svg.into() };
    let Some((_, after)) = after.split_once("viewBox=") else { return svg.into() };
    format!("{before}<svg role=\"img\" viewBox={after}")
}

fn from_table(table: &Table) -> String {
    let mut text = String::from("<div class=\"wide\"><table>\n");
    if !table.caption.is_empty() {
        text += &format!("<caption>{}</caption>\n", escaped(&table.caption));
    }
    text += "<thead><tr>";
    for cell in &table.head {
        text += &format!("<th>{}</th>", escaped(cell));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        text += if row.is_published { "<tr class=\"published\">" } else { "<tr>" };
        for cell in &row.cells {
            text += &format!("<td>{}</td>", escaped(cell));
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

/// A page of the documents, its headings below those of the report. Links lead nowhere in a single file.
fn from_markdown(text: &str) -> String {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Heading { .. }) => Some(Event::Start(Tag::Heading {
            level: HeadingLevel::H4,
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        })),
        Event::End(TagEnd::Heading(_)) => Some(Event::End(TagEnd::Heading(HeadingLevel::H4))),
        Event::Start(Tag::Link { .. } | Tag::Image { .. })
        | Event::End(TagEnd::Link | TagEnd::Image) => None,
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            _ => safe.push(character),
        }
    }
    safe
}
