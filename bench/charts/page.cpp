// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/charts/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <papilio/error.hpp>

#include "bench/charts/canvas.hpp"
#include "bench/charts/pictures.hpp"
#include "bench/host.hpp"
#include "bench/report/text.hpp"
#include "files/output_file.hpp"

namespace papilio::bench {
namespace {

namespace fs = std::filesystem;

constexpr const char* style_sheet =
    "body{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;color:#222;background:#fff;"
    "max-width:1020px;margin:2.5em auto;padding:0 1.2em;line-height:1.5}"
    "h1{font-size:1.75em;margin-bottom:.2em}h2{margin-top:2.4em;border-bottom:2px solid #0072B2;padding-bottom:.2em}"
    ".about{color:#555;margin-top:0}svg{width:100%;height:auto;margin-top:1em}.caption{color:#555;margin:.2em 0 1.5em}"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1em 0}"
    "th,td{padding:.28em .8em;text-align:right;border-bottom:1px solid #ddd}th{background:#f3f6f9}"
    "th:first-child,td:first-child{text-align:left}.scroll{overflow-x:auto}summary{cursor:pointer;color:#0072B2}"
    "sup{line-height:0}.better{color:#00704f}.worse{color:#b34700}";

/// Text with its exponent raised.
std::string html(std::string_view text) {
  const Power power = split_power(text);
  if (power.exponent.empty()) return escaped(text);
  return fmt::format("{}<sup>{}</sup>{}", escaped(power.before), escaped(power.exponent), escaped(power.after));
}

std::string cell(std::optional<double> value, int decimals, double factor = 1) {
  return value ? fmt::format("<td>{:.{}f}</td>", factor * *value, decimals) : "<td>–</td>";
}

std::string band_cell(const std::optional<Band>& band) {
  return band ? fmt::format("<td>{:.1f} – {:.1f}</td>", 1e6 * band->low, 1e6 * band->high) : "<td>–</td>";
}

/// A ratio to another library, in colour.
std::string ratio_cell(std::optional<double> ratio) {
  if (!ratio) return "<td>–</td>";
  return fmt::format("<td class='{}'>{:.2f}×</td>", *ratio >= 1 ? "better" : "worse", *ratio);
}

std::string title_of(const Report& report, const std::string& suite) {
  if (suite.empty()) return "All";
  const auto title = report.titles.find(suite);
  return title != report.titles.end() ? title->second : suite;
}

/// Geometric means, a line for each suite.
std::string summary(const Report& report) {
  std::string text = "<div class='scroll'><table><tr><th>Geometric means</th><th>problems</th><th>share of a copy</th>";
  for (std::size_t i = 1; i < report.peers.size(); ++i) {
    text += fmt::format("<th>{} takes</th>", escaped(display_name(report.peers[i].name)));
  }
  text += "</tr>\n";
  std::vector<std::string> suites = report.suites();
  if (suites.size() > 1) suites.emplace_back();  // all of them
  for (const std::string& suite : suites) {
    const auto problems = std::count_if(report.rows.begin(), report.rows.end(),
                                        [&](const Row& row) { return suite.empty() || row.suite == suite; });
    text += fmt::format("<tr><td>{}</td><td>{}</td>", html(title_of(report, suite)), problems);
    const auto efficiency = mean_of(report.rows, suite, [](const Row& row) { return row.efficiency(0); });
    text += efficiency ? fmt::format("<td>{:.1f} %</td>", 100 * *efficiency) : "<td>–</td>";
    for (std::size_t i = 1; i < report.peers.size(); ++i) {
      text += ratio_cell(mean_of(report.rows, suite, [i](const Row& row) { return row.ratio(i); }));
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n<p class='caption'>\"takes 2.00×\" is twice Papilio's time.</p>\n";
}

std::string figures(const Report& report) {
  std::string text =
      "<details><summary>Show the table</summary><div class='scroll'><table><tr><th>length</th>"
      "<th>batch</th><th>µs</th><th>95 %, µs</th><th>± %</th><th>Melem/s</th><th>GB/s</th><th>share of a copy, "
      "%</th><th>GFLOP/s</th>";
  for (std::size_t i = 1; i < report.peers.size(); ++i) {
    text += fmt::format("<th>{} µs</th><th>takes</th>", escaped(display_name(report.peers[i].name)));
  }
  text += "<th>error</th></tr>\n";
  for (const Row& row : report.rows) {
    const bool measured = row.seconds(0).has_value();
    text += fmt::format("<tr><td>{}</td><td>{}</td>", html(label_of(row.problem)), row.problem.batch());
    text += cell(row.seconds(0), 1, 1e6);
    text += band_cell(measured ? row.peers[0].band : std::nullopt);
    text += cell(measured ? std::optional(row.peers[0].seconds.spread()) : std::nullopt, 1, 50);
    text += cell(row.element_rate(0), 1, 1e-6);
    text += cell(row.bandwidth(0), 1, 1e-9) + cell(row.efficiency(0), 1, 100) + cell(row.flop_rate(0), 1, 1e-9);
    for (std::size_t i = 1; i < row.peers.size(); ++i) text += cell(row.seconds(i), 1, 1e6) + ratio_cell(row.ratio(i));
    text += row.peers[0].error ? fmt::format("<td>{:.2e}</td></tr>\n", *row.peers[0].error) : "<td>–</td></tr>\n";
  }
  return text + "</table></div></details>\n";
}

std::string libraries(const Report& report) {
  std::string text;
  for (const PeerInfo& peer : report.peers) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", display_name(peer.name), peer.version);
  }
  return text;
}

std::string about(const Report& report) {
  const MachineInfo& machine = report.machine;
  return fmt::format(
      "<p class='about'>{}: {}. {} ({}), {}; {}.<br>All libraries ran in one process, on the same data, in turn: "
      "medians "
      "of {} samples of at least {:g} ms, by the clock of the device that they ran on, or by the host's end to end and "
      "against single calls.</p>\n",
      escaped(machine.device.name), escaped(machine.date), escaped(machine.device.platform),
      escaped(machine.device.driver), escaped(machine.cpu), escaped(libraries(report)), report.settings.repetitions,
      1e3 * report.settings.min_seconds);
}

void write(const fs::path& path, const std::string& text) {
  files::OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace

std::string html_page(const std::vector<Report>& reports) {
  std::vector<std::string> names;
  for (const Report& report : reports) names.push_back(device_text(report.machine));
  const std::string devices = escaped(fmt::format("{}", fmt::join(names, ", ")));
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
      "content='width=device-width'>\n"
      "<title>Fourier transforms on {0}</title><style>{1}</style></head>\n<body><h1>Fourier transforms on {0}</h1>\n",
      devices, style_sheet);
  for (const Report& report : reports) text += about(report);
  if (reports.size() == 1) text += summary(reports.front());
  std::string section;
  for (const Picture& picture : pictures_of(reports)) {
    if (picture.section != section) text += fmt::format("<h2>{}</h2>\n", html(picture.section));
    section = picture.section;
    text += picture.svg + fmt::format("<p class='caption'>{}</p>\n", escaped(picture.caption));
  }
  text += "<h2>All figures</h2>\n";
  for (const Report& report : reports) {
    if (reports.size() > 1) text += fmt::format("<h3>{}</h3>\n", escaped(device_text(report.machine)));
    text += figures(report);
    for (const std::string& note : report.notes) text += fmt::format("<p class='caption'>{}</p>\n", escaped(note));
  }
  return text + "</body></html>\n";
}

void make_chart_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error) || !takes_files(folder)) {
    throw Error::io(fmt::format("folder '{}'", folder), "it cannot be made or takes no files",
                    "choose another --charts folder");
  }
}

std::string write_charts(const std::vector<Report>& reports, const std::string& folder) {
  make_chart_folder(folder);
  for (const Picture& picture : pictures_of(reports)) {
    std::string name = picture.name;
    for (char& c : name) c = c == ' ' || c == '/' ? '-' : c;
    write(fs::path(folder) / (name + ".svg"), picture.svg);
  }
  const fs::path page = fs::path(folder) / "index.html";
  write(page, html_page(reports));
  return page.string();
}

}  // namespace papilio::bench
