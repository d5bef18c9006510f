// Reads /proc/self: stat for memory, time and start, fd for open files.
#include "server/process_figures.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace touchline::server {

namespace {

// Fields of /proc/self/stat after the name in brackets, which may hold blanks; numbered as in proc(5), minus 3.
constexpr std::size_t kUserTime = 11;
constexpr std::size_t kSystemTime = 12;
constexpr std::size_t kStarted = 19;
constexpr std::size_t kVirtual = 20;
constexpr std::size_t kResident = 21;

std::vector<double> stat_fields() {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(") ");
    std::vector<double> fields;
    if (name_end == std::string::npos) return fields;
    std::istringstream rest(text.substr(name_end + 4)); // after the state, a letter
    fields.push_back(0);
    for (double field = 0; rest >> field;) fields.push_back(field);
    return fields;
}

// When the machine started, in seconds since 1970.
double boot_time() {
    std::ifstream file("/proc/stat");
    for (std::string word; file >> word;)
        if (double seconds = 0; word == "btime" && file >> seconds) return seconds;
    return 0;
}

std::size_t open_files() {
    std::error_code error;
    const std::filesystem::directory_iterator all("/proc/self/fd", error);
    return error ? 0 : static_cast<std::size_t>(std::ranges::distance(begin(all), end(all)));
}

} // namespace

std::string process_figures() {
    const std::vector<double> fields = stat_fields();
    if (fields.size() <= kResident) return {};
    const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
    rlimit files{};
    (void)getrlimit(RLIMIT_NOFILE, &files);
    std::string text;
    const auto figure = [&](std::string_view name, std::string_view help, std::string_view type, double value) {
        text += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0} {3}\n", name, help, type, value);
    };
    figure("process_cpu_seconds_total", "Processor time that was used", "counter",
           (fields[kUserTime] + fields[kSystemTime]) / ticks);
    figure("process_resident_memory_bytes", "Memory in use", "gauge",
           fields[kResident] * static_cast<double>(::sysconf(_SC_PAGESIZE)));
    figure("process_virtual_memory_bytes", "Addresses in use", "gauge", fields[kVirtual]);
    figure("process_open_fds", "Open files and sockets", "gauge", static_cast<double>(open_files()));
    figure("process_max_fds", "Files and sockets that may be open", "gauge", static_cast<double>(files.rlim_cur));
    figure("process_start_time_seconds", "When it was started, since 1970", "gauge",
           boot_time() + fields[kStarted] / ticks);
    return text;
}

} // namespace touchline::server
