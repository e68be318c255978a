// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "refused.h"

#include <algorithm>
#include <regex>
#include <sstream>

namespace scenario {

namespace {

  struct Row {
    std::string input;
    std::vector<std::string> parts;
  };

  std::string trimmed(const std::string &text)
  {
    const auto first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') + 1 - first);
  }

  std::vector<std::string> split(const std::string &text, char separator)
  {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);) words.push_back(trimmed(word));
    return words;
  }

  /** A row for each value of the groups {a,b}. */
  void expand(const Row &row, int group, std::vector<Row> &rows)
  {
    const auto open = row.input.find('{');
    if (open == std::string::npos) {
      rows.push_back(row);
      return;
    }
    const auto close = row.input.find('}', open);
    const std::string place = "{" + std::to_string(group) + "}";
    for (const auto &value : split(row.input.substr(open + 1, close - open - 1), ',')) {
      Row one = row;
      one.input.replace(open, close - open + 1, value);
      for (auto &part : one.parts)
        for (std::size_t at; (at = part.find(place)) != std::string::npos;)
          part.replace(at, place.size(), value);
      expand(one, group + 1, rows);
    }
  }

  std::vector<Row> rows_of(const std::string &table)
  {
    const std::regex before_parts("\\s*\n\\s*\\|"), in_input(";\\s*\n\\s*");
    const auto lines =
        std::regex_replace(std::regex_replace(table, before_parts, "|"), in_input, ";");
    std::vector<Row> rows;
    for (const auto &line : split(lines, '\n')) {
      if (line.empty()) continue;
      const auto words = split(line, '|');
      std::string commands = words[0];
      std::replace(commands.begin(), commands.end(), ';', '\n');
      expand({commands, {words.begin() + 1, words.end()}}, 1, rows);
    }
    return rows;
  }

  std::string script(const Input &input, const std::string &words)
  {
    return input.before + " " + words + input.after;
  }

  std::string message_of(const Input &input, const std::string &words)
  {
    return Simulation(input.setup).error_of(script(input, words));
  }

  void expect_error(const Input &input, const std::string &words,
                    const std::vector<std::string> &parts)
  {
    const std::string text = message_of(input, words);
    EXPECT_TRUE(contains(text, "ERROR")) << script(input, words);
    expect_parts(text, parts);
  }

}    // namespace

void expect_parts(const std::string &text, const std::vector<std::string> &parts)
{
  const std::string message = text.substr(0, text.find("Last input line"));
  for (const auto &part : parts)
    EXPECT_TRUE(contains(message, part) || contains(without_suffix(message), part))
        << "no '" << part << "' in: " << text;
}

void expect_refused(const Input &input, const std::string &table)
{
  for (const auto &row : rows_of(table))
    if (row.parts.empty())
      EXPECT_EQ(message_of(input, row.input), "") << script(input, row.input);
    else
      expect_error(input, row.input, row.parts);
}

void expect_keywords(const Input &input, const std::string &style, const std::string &keywords)
{
  expect_error(input, "nosuch 1", {style + " has no keyword nosuch; its keywords are "});
  for (const auto &words : split(keywords, ';')) {
    const std::string name = words.substr(0, words.find(' '));
    expect_error(input, name, {style + " keyword " + name + " needs ", " value"});
    if (name != words) expect_error(input, words + " " + words, {"keyword " + name, "twice"});
  }
}

std::string warnings_in(const std::string &text, const std::string &who)
{
  std::string found;
  for (const auto &line : split(text, '\n'))
    if (contains(line, "WARNING") && contains(without_suffix(line), who))
      found += without_suffix(line) + "\n";
  return found;
}

void expect_warnings(const Input &input, const std::string &who, const std::string &table)
{
  for (const auto &row : rows_of(table)) {
    Simulation sim(input.setup);
    const std::string found = warnings_in(sim.output_of(script(input, row.input)), who);
    EXPECT_EQ(count(found, "WARNING"), row.parts.empty() ? 0 : 1) << row.input << "\n" << found;
    expect_parts(found, row.parts);
  }
}

}    // namespace scenario
