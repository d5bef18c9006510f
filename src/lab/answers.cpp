// Names, writes and reads the files of answers.
#include "lab/answers.hpp"

#include "core/version.hpp"
#include "play/kind.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <unistd.h>

namespace touchline::lab {

namespace {

// As json.dumps(…, sort_keys=True) of Python writes it, so that both programs find each other's answers.
std::string dumped_as_python(const Json& json) {
    std::string out;
    if (json.is_object()) {
        std::map<std::string, const Json*> sorted;
        for (const auto& [key, value] : json.items()) sorted.emplace(key, &value);
        for (const auto& [key, value] : sorted)
            out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", Json(key).dump(-1, ' ', true),
                               dumped_as_python(*value));
        return "{" + out + "}";
    }
    if (json.is_array()) {
        for (const Json& value : json) out += (out.empty() ? "" : ", ") + dumped_as_python(value);
        return "[" + out + "]";
    }
    return json.dump(-1, ' ', true);
}

} // namespace

Json question_json(const Table& table, const FiguresPlan& plan) {
    Json question{{"what", "figures"},           {"game", table.kind().id()}, {"options", table.complete_options()},
                  {"sheet", table.sheet_hash()}, {"home", plan.bots.home},    {"away", plan.bots.away},
                  {"skill", plan.skill}};
    if (plan.judged) question["judged"] = true;
    return question;
}

std::string question_key(const Table& table, const FiguresPlan& plan) {
    Json content = question_json(table, plan);
    content["library"] = kVersion;
    const std::string text = dumped_as_python(content);
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    std::string hex;
    for (std::size_t i = 0; i < 16; ++i) hex += fmt::format("{:02x}", digest[i]);
    return hex;
}

std::optional<Message> AnswerFolder::prepare() const {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (!error && std::filesystem::is_directory(folder_, error)) return std::nullopt;
    return Message{"lab.no-folder", {{"folder", folder_.string()}}};
}

std::optional<AnswerFolder::Kept> AnswerFolder::load(const std::filesystem::path& file) const {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    const Json json = Json::parse(std::string(std::istreambuf_iterator<char>(stream), {}), nullptr, false);
    if (!json.is_object() || !json.contains("question") || !json.contains("answer")) return std::nullopt;
    const Json& question = json["question"];
    if (!question.is_object() || question.value("what", Json()) != "figures") return std::nullopt;
    std::optional<Figures> figures = figures_of(json["answer"]);
    if (!figures) return std::nullopt;
    return Kept{file.stem().string(), question, std::move(*figures)};
}

std::optional<Figures> AnswerFolder::find(const std::string& key) const {
    std::optional<Kept> kept = load(folder_ / (key + ".json"));
    if (!kept) return std::nullopt;
    return std::move(kept->figures);
}

std::optional<Message> AnswerFolder::keep(const std::string& key, const Json& question, const Figures& figures) const {
    const std::filesystem::path file = folder_ / (key + ".json");
    const std::filesystem::path fresh = folder_ / fmt::format("{}.{}.new", key, ::getpid());
    const std::string text = Json{{"question", question}, {"answer", figures_json(figures)}}.dump() + "\n";
    std::ofstream stream(fresh, std::ios::binary);
    stream << text;
    stream.close();
    std::error_code error;
    if (stream) std::filesystem::rename(fresh, file, error);
    if (stream && !error) return std::nullopt;
    std::filesystem::remove(fresh, error);
    return Message{"cli.unwritten", {{"file", file.string()}}};
}

std::vector<AnswerFolder::Kept> AnswerFolder::all() const {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, error))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Kept> kept;
    for (const std::filesystem::path& file : files)
        if (std::optional<Kept> one = load(file)) kept.push_back(std::move(*one));
    return kept;
}

} // namespace touchline::lab
