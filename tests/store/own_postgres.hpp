// A PostgreSQL server of the test program's own: in a temporary folder, on a socket there, ended and removed with it.
#pragma once

#include "store/shared.hpp"

#include <pqxx/pqxx>

#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace touchline::test {

class OwnPostgres {
public:
    enum class Disk { forgetful, durable }; // whether it waits until the disk has what it writes

    // Started by whoever asks first.
    static OwnPostgres& get(Disk disk = Disk::forgetful) {
        static OwnPostgres own(disk);
        return own;
    }
    // A database with nothing in it.
    [[nodiscard]] std::string fresh_database() {
        const std::string name = "test" + std::to_string(++databases_);
        pqxx::connection connection(url("postgres"));
        pqxx::nontransaction(connection).exec("CREATE DATABASE " + name);
        return url(name);
    }
    // What another program does with the database; the first figure that it gets.
    static std::int64_t sql(const std::string& url, const std::string& text) {
        pqxx::connection connection(url);
        pqxx::work work(connection);
        const pqxx::result found = work.exec(text);
        work.commit();
        return found.empty() || found[0][0].is_null() ? -1 : found[0][0].as<std::int64_t>();
    }
    // Stops answering, as a machine that hangs, and goes on.
    void halt() const { ::kill(-pid_, SIGSTOP); }
    void go_on() const { ::kill(-pid_, SIGCONT); }
    // Ends at once, and is started again.
    void crash() {
        ::kill(pid_, SIGQUIT);
        ::waitpid(pid_, nullptr, 0);
    }
    void start() {
        pid_ = begun({"postgres", "-D", data(), "-k", folder_, "-c", "listen_addresses=", "-c", fsync_, "-c",
                      "max_connections=200", "-c", "logging_collector=off"});
        for (int tries = 0; tries < 600; ++tries) {
            try {
                const pqxx::connection connection(url("postgres"));
                return;
            } catch (const pqxx::failure&) {
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
        }
        throw std::runtime_error("PostgreSQL does not answer");
    }

    OwnPostgres(const OwnPostgres&) = delete;
    OwnPostgres& operator=(const OwnPostgres&) = delete;

private:
    explicit OwnPostgres(Disk disk) : fsync_(disk == Disk::durable ? "fsync=on" : "fsync=off") {
        folder_ = (std::filesystem::temp_directory_path() / "touchline-postgres-XXXXXX").string();
        if (::mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("no temporary folder");
        if (const passwd* own = user(); own != nullptr && ::chown(folder_.c_str(), own->pw_uid, own->pw_gid) != 0)
            throw std::runtime_error("the folder cannot be given to postgres");
        const pid_t made = begun({"initdb", "-D", data(), "-A", "trust", "-U", "touchline", "-E", "UTF8", "--no-sync"});
        int status = 0;
        ::waitpid(made, &status, 0);
        if (status != 0) throw std::runtime_error("initdb failed");
        start();
    }
    ~OwnPostgres() {
        ::kill(pid_, SIGINT);
        ::waitpid(pid_, nullptr, 0);
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    // PostgreSQL refuses to run as root: then it is the package's own user.
    static const passwd* user() { return ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr; }

    static std::string programs() {
        std::string found;
        for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql"))
            found = std::max(found, version.path().string());
        return found + "/bin/";
    }

    [[nodiscard]] std::string data() const { return folder_ + "/data"; }
    [[nodiscard]] std::string url(const std::string& name) const {
        return "postgresql://touchline@/" + name + "?host=" + folder_;
    }

    [[nodiscard]] pid_t begun(const std::vector<std::string>& command) const {
        const std::string program = programs() + command.front();
        std::vector<char*> arguments;
        for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
        arguments.push_back(nullptr);
        const passwd* own = user();
        const std::string log = folder_ + "/log";
        const pid_t pid = ::fork();
        if (pid != 0) return pid;
        ::setpgid(0, 0);
        if (own != nullptr && (::initgroups("postgres", own->pw_gid) != 0 || ::setgid(own->pw_gid) != 0 ||
                               ::setuid(own->pw_uid) != 0 || ::chdir(folder_.c_str()) != 0))
            ::_exit(126);
        (void)!::freopen(log.c_str(), "a", stdout);
        (void)!::freopen(log.c_str(), "a", stderr);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }

    std::string fsync_;
    std::string folder_;
    pid_t pid_ = -1;
    int databases_ = 0;
};

} // namespace touchline::test
