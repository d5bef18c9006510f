// Books on disk: checked, mapped into memory, written whole or not at all.
#include "solve/book.hpp"
#include "solve/cache.hpp"

#include "core/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace touchline::solve {

namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic{'T', 'O', 'U', 'C', 'H', 'B', 'K', '\n'};
constexpr std::size_t kAlign = 64;

// The file: Header, columns (each aligned), then the description as text; Header names where that begins.
struct Header {
    std::array<char, 8> magic = kMagic;
    u32 format = kBookFormat;
    u32 unused = 0;
    u64 description_at = 0;
    u64 description_size = 0;
    u64 checksum = 0; // of everything after Header
    u64 head_checksum = 0;
};

// Four lanes of 64 bits: some gigabytes a second, and any changed byte changes the sum.
class Checksum {
public:
    void add(std::span<const std::byte> bytes) {
        size_ += bytes.size();
        while (!bytes.empty()) {
            if (filled_ == 0 && bytes.size() >= buffer_.size()) {
                block(bytes.data());
                bytes = bytes.subspan(buffer_.size());
                continue;
            }
            const std::size_t take = std::min(buffer_.size() - filled_, bytes.size());
            std::memcpy(buffer_.data() + filled_, bytes.data(), take);
            filled_ += take;
            bytes = bytes.subspan(take);
            if (filled_ == buffer_.size()) {
                block(buffer_.data());
                filled_ = 0;
            }
        }
    }
    [[nodiscard]] u64 value() {
        std::memset(buffer_.data() + filled_, 0, buffer_.size() - filled_);
        if (filled_ > 0) block(buffer_.data());
        u64 sum = size_;
        for (u64 lane : lanes_) sum = (std::rotl(sum, 27) ^ lane) * 0x9fb21c651e98df25ULL;
        return sum ^ (sum >> 32);
    }

private:
    void block(const std::byte* data) {
        for (std::size_t lane = 0; lane < 4; ++lane) {
            u64 word = 0;
            std::memcpy(&word, data + lane * 8, 8);
            // Each step can be undone: two different words never lead to the same lane.
            lanes_[lane] = std::rotl(lanes_[lane] ^ (word * 0xc2b2ae3d27d4eb4fULL), 31) * 0x9e3779b185ebca87ULL;
        }
    }
    std::array<u64, 4> lanes_{1, 2, 3, 4};
    std::array<std::byte, 32> buffer_{};
    std::size_t filled_ = 0;
    u64 size_ = 0;
};

u64 head_checksum(Header head) {
    head.head_checksum = 0;
    Checksum sum;
    sum.add(std::as_bytes(std::span(&head, 1)));
    return sum.value();
}

// The description is a list of texts, each with its length before it: no text can be taken for another.
void put(std::string& text, std::string_view field) { text += fmt::format("{}:{}\n", field.size(), field); }

class Fields {
public:
    explicit Fields(std::string_view text) : text_(text) {}
    [[nodiscard]] std::string next() {
        const std::size_t colon = text_.find(':');
        if (colon == std::string_view::npos) return {};
        const std::size_t size = std::strtoull(std::string(text_.substr(0, colon)).c_str(), nullptr, 10);
        if (size > text_.size() - colon - 1) return {};
        std::string field(text_.substr(colon + 1, size));
        text_.remove_prefix(std::min(text_.size(), colon + 1 + size + 1));
        return field;
    }
    [[nodiscard]] u64 number() { return std::strtoull(next().c_str(), nullptr, 10); }
    [[nodiscard]] double real() { return std::bit_cast<double>(number()); }

private:
    std::string_view text_;
};

struct ColumnEntry {
    std::string name;
    Encoding encoding{};
    u64 at = 0;
    u64 size = 0;
};

// The time taken lies beside the book: the book itself is the same, byte for byte, however long it took.
fs::path time_path(const fs::path& book) { return book.string() + ".seconds"; }

std::string why() { return std::strerror(errno); }

constexpr std::string_view kWhole = ".book";
constexpr std::string_view kUnfinished = ".unfinished";

} // namespace

fs::path cache_folder() {
    const auto set = [](const char* name) -> const char* {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0' ? value : nullptr;
    };
    if (const char* own = set("TOUCHLINE_CACHE")) return own;
    if (const char* shared = set("XDG_CACHE_HOME")) return fs::path(shared) / "touchline";
    if (const char* home = set("HOME")) return fs::path(home) / ".cache" / "touchline";
    return {}; // a folder that anybody could have made is none
}

bool is_book(const fs::path& path) { return path.extension() == kWhole || path.extension() == kUnfinished; }

fs::path book_path(const BookKey& key, Stage stage) {
    Fnv hash;
    for (std::string_view part :
         {std::string_view(key.game), std::string_view(key.options), std::string_view(key.sheet_hash)}) {
        hash.add(part);
        hash.add(std::string_view("\0", 1));
    }
    const fs::path folder = cache_folder();
    const std::string_view ending = stage == Stage::whole ? kWhole : kUnfinished;
    return folder.empty() ? folder : folder / fmt::format("{}-{:016x}{}", key.game, hash.value(), ending);
}

struct Book::Content {
    BookInfo info;
    std::vector<ColumnEntry> columns;
    const std::byte* data = nullptr;
    std::size_t size = 0;

    Content() = default;
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content() {
        if (data != nullptr) ::munmap(const_cast<std::byte*>(data), size);
    }

    // Empty if all is well.
    Message map(const fs::path& path) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return Message{"book.unopened", {{"book", path.string()}, {"why", why()}}};
        struct stat status {};
        const bool known = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
        size = known ? static_cast<std::size_t>(status.st_size) : 0;
        void* mapped = size >= sizeof(Header) ? ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
        ::close(file);
        if (mapped == MAP_FAILED) return Message{"book.no-whole-file", {{"book", path.string()}, {"size", size}}};
        data = static_cast<const std::byte*>(mapped);
        return read(path);
    }

    Message read(const fs::path& path) {
        Header head;
        std::memcpy(&head, data, sizeof head);
        if (head.magic != kMagic) return Message{"book.no-book", {{"book", path.string()}}};
        if (head.format != kBookFormat)
            return Message{"book.format", {{"book", path.string()}, {"format", head.format}, {"own", kBookFormat}}};
        if (head.head_checksum != head_checksum(head) || head.description_at < sizeof(Header) ||
            head.description_at > size || head.description_size != size - head.description_at)
            return Message{"book.truncated", {{"book", path.string()}}};
        Checksum sum;
        sum.add({data + sizeof(Header), size - sizeof(Header)});
        if (sum.value() != head.checksum) return Message{"book.damaged", {{"book", path.string()}}};

        Fields fields({reinterpret_cast<const char*>(data) + head.description_at, head.description_size});
        info.key.game = fields.next();
        info.key.options = fields.next();
        info.key.sheet_hash = fields.next();
        info.key.solver = static_cast<u32>(fields.number());
        info.bound = fields.real();
        const u64 count = fields.number();
        for (u64 i = 0; i < count; ++i) {
            ColumnEntry entry{.name = fields.next()};
            entry.encoding = static_cast<Encoding>(fields.number());
            entry.at = fields.number();
            entry.size = fields.number();
            if (entry.at > size || entry.size > size - entry.at)
                return Message{"book.column", {{"book", path.string()}}};
            columns.push_back(std::move(entry));
        }
        return {};
    }
};

Expected<Book, Message> Book::open_file(const fs::path& path) {
    auto content = std::make_shared<Content>();
    if (Message fault = content->map(path); !fault.empty()) return Unexpected{std::move(fault)};
    std::ifstream(time_path(path)) >> content->info.seconds;
    return Book(std::move(content));
}

Expected<Book, Message> Book::open(const BookKey& key, Stage stage) {
    const fs::path path = book_path(key, stage);
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return Unexpected{Message{"book.not-yet", {{"game", key.game}}}};
    Expected<Book, Message> book = open_file(path);
    if (!book) return book;
    mark_used(path);
    const BookKey& own = book->info().key;
    if (own != key)
        return Unexpected{Message{"book.other-kind",
                                  {{"book", path.string()},
                                   {"game", own.game},
                                   {"options", own.options},
                                   {"sheet", own.sheet_hash},
                                   {"solver", own.solver},
                                   {"own_options", key.options},
                                   {"own_sheet", key.sheet_hash},
                                   {"own_solver", key.solver}}}};
    return book;
}

const BookInfo& Book::info() const { return content_->info; }
u64 Book::size_on_disk() const { return content_->size; }

Column Book::column(std::string_view name) const {
    for (const ColumnEntry& entry : content_->columns)
        if (entry.name == name) return {{content_->data + entry.at, entry.size}, entry.encoding};
    return {};
}

struct BookWriter::Draft {
    BookInfo info;
    Stage stage = Stage::whole;
    fs::path place;
    fs::path temporary;
    int file = -1;
    u64 at = sizeof(Header);
    Checksum sum;
    std::vector<ColumnEntry> columns;
    Message fault;
    std::vector<u32> encoded;

    void fail(Message what) {
        if (fault.empty())
            fault = Message{"book.unwritten", {{"book", place.string()}, {"what", std::move(what)}, {"why", why()}}};
    }

    void write(std::span<const std::byte> bytes) {
        sum.add(bytes);
        at += bytes.size();
        while (!bytes.empty() && fault.empty()) {
            const ssize_t written = ::write(file, bytes.data(), std::min<std::size_t>(bytes.size(), 1U << 30));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return fail(Message{"book.no-room"});
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
    }

    // What the folder gains: the book itself without those whose place it takes.
    [[nodiscard]] u64 more() const {
        u64 gone = 0;
        for (const fs::path& path : {place, book_path(info.key, Stage::unfinished)}) {
            std::error_code none;
            const u64 size = fs::file_size(path, none);
            if (!none) gone += size;
            if (stage == Stage::unfinished) break; // both are the same
        }
        return at - std::min(at, gone);
    }

    void align() {
        static constexpr std::array<std::byte, kAlign> kZeros{};
        if (at % kAlign != 0) write(std::span(kZeros).first(kAlign - at % kAlign));
    }

    [[nodiscard]] std::string description() const {
        std::string text;
        put(text, info.key.game);
        put(text, info.key.options);
        put(text, info.key.sheet_hash);
        put(text, std::to_string(info.key.solver));
        put(text, std::to_string(std::bit_cast<u64>(info.bound)));
        put(text, std::to_string(columns.size()));
        for (const ColumnEntry& entry : columns) {
            put(text, entry.name);
            put(text, std::to_string(static_cast<u32>(entry.encoding)));
            put(text, std::to_string(entry.at));
            put(text, std::to_string(entry.size));
        }
        return text;
    }
};

BookWriter::BookWriter(BookInfo info, Stage stage) : draft_(std::make_unique<Draft>()) {
    Draft& draft = *draft_;
    draft.stage = stage;
    draft.place = book_path(info.key, stage);
    draft.info = std::move(info);
    if (draft.place.empty()) {
        draft.fault = Message{"book.no-cache"};
        return;
    }
    std::error_code error;
    fs::create_directories(draft.place.parent_path(), error);
    if (error) {
        draft.fault =
            Message{"book.no-folder", {{"folder", draft.place.parent_path().string()}, {"why", error.message()}}};
        return;
    }
    std::string name = draft.place.string() + ".XXXXXX";
    draft.file = ::mkstemp(name.data());
    if (draft.file < 0) {
        draft.fail(Message{"book.no-file"});
        return;
    }
    draft.temporary = name;
    const Header blank{};
    if (::write(draft.file, &blank, sizeof blank) != static_cast<ssize_t>(sizeof blank))
        draft.fail(Message{"book.no-room"});
}

BookWriter::~BookWriter() {
    if (draft_->file >= 0) ::close(draft_->file);
    if (!draft_->temporary.empty()) ::unlink(draft_->temporary.c_str());
}

void BookWriter::column(std::string_view name, Encoding encoding) {
    draft_->align();
    draft_->columns.push_back({std::string(name), encoding, draft_->at, 0});
}

void BookWriter::add_bytes(std::span<const std::byte> bytes) {
    draft_->write(bytes);
    draft_->columns.back().size += bytes.size();
}

void BookWriter::add(std::span<const double> values) {
    if (draft_->columns.back().encoding == Encoding::real64) return add_bytes(std::as_bytes(values));
    draft_->encoded.resize(values.size());
    std::ranges::transform(values, draft_->encoded.begin(), fixed_of);
    add_bytes(std::as_bytes(std::span(draft_->encoded)));
}

Expected<Done, Message> BookWriter::finish() {
    Draft& draft = *draft_;
    Header head;
    draft.align();
    head.description_at = draft.at;
    const std::string description = draft.description();
    draft.write(std::as_bytes(std::span(description)));
    head.description_size = description.size();
    head.checksum = draft.sum.value();
    head.head_checksum = head_checksum(head);
    if (draft.fault.empty() && ::pwrite(draft.file, &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head))
        draft.fail(Message{"book.no-room"});
    if (draft.fault.empty() && ::fsync(draft.file) != 0) draft.fail(Message{"book.not-on-disk"});
    if (draft.fault.empty()) tell_if_large(draft.more());
    if (draft.fault.empty() && ::rename(draft.temporary.c_str(), draft.place.c_str()) != 0)
        draft.fail(Message{"book.no-name"});
    if (!draft.fault.empty()) return Unexpected{draft.fault};
    draft.temporary.clear();
    if (draft.stage == Stage::whole) (void)remove_book(book_path(draft.info.key, Stage::unfinished));
    std::ofstream(time_path(draft.place)) << fmt::format("{:.3f}\n", draft.info.seconds);
    if (const auto limit = cache_limit()) (void)keep_within(*limit, draft.place);
    return Done{};
}

std::vector<ListedBook> books() {
    std::vector<ListedBook> list;
    std::error_code error;
    if (cache_folder().empty()) return list;
    for (fs::directory_iterator it(cache_folder(), error), end; !error && it != end; it.increment(error)) {
        if (!is_book(it->path())) continue;
        ListedBook listed{.path = it->path()};
        if (it->path().extension() == kUnfinished) listed.stage = Stage::unfinished;
        std::error_code unknown;
        listed.size = fs::file_size(listed.path, unknown);
        if (unknown) listed.size = 0;
        if (Expected<Book, Message> book = Book::open_file(listed.path))
            listed.info = book->info();
        else
            listed.fault = book.error();
        list.push_back(std::move(listed));
    }
    std::ranges::sort(list, {}, &ListedBook::path);
    return list;
}

Expected<Done, Message> remove_book(const fs::path& path) {
    std::error_code error;
    fs::remove(time_path(path), error);
    if (fs::remove(path, error)) return Done{};
    return Unexpected{error ? Message{"book.unremoved", {{"book", path.string()}, {"why", error.message()}}}
                            : Message{"book.gone", {{"book", path.string()}}}};
}

} // namespace touchline::solve
