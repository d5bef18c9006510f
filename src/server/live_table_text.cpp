// A table as text for the store, and back: what never changes, what holds now, and one line for each step.
#include "play/kind.hpp"
#include "play/position.hpp"
#include "server/json_text.hpp"
#include "server/live_table.hpp"
#include "server/secrets.hpp"
#include "server/table_templates.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace touchline::server {

namespace {

// `proof`: how the roll was made, where the table proves it.
std::string step_line(const StepText& step, std::string_view proof) {
    std::string text;
    JsonText out(text);
    out.open_object();
    if (step.kind == TurnKind::chance) {
        out.list("roll", step.tokens);
        if (!proof.empty()) out.field("proof", proof);
    } else {
        out.field("seat", step.seat);
        out.field("choose", step.action);
    }
    out.close_object();
    return text;
}

void replay_line(Table& table, const std::string& line) {
    const Json json = Json::parse(line);
    OrRefusal<Done> done = Done{};
    if (const auto roll = json.find("roll"); roll != json.end()) {
        std::vector<std::string_view> tokens;
        for (const Json& token : *roll) tokens.push_back(token.get_ref<const std::string&>());
        done = table.roll(tokens);
    } else {
        done = table.choose(seat_named(json.at("seat").get_ref<const std::string&>()),
                            json.at("choose").get_ref<const std::string&>());
    }
    if (!done) throw store::StoreError(Message{"store.bad-step", {{"why", done.error().message}}});
}

void write_member(JsonText& out, const Member& member) {
    out.field("name", member.name);
    if (!member.badge.empty()) out.field("badge", member.badge);
    out.field("open", member.open);
    out.list("tokens", member.tokens);
    out.field("invite", member.invite);
}

// Its first person as a seat with one person has always been written; the others follow.
void write_seat(JsonText& out, const SeatState& seat) {
    out.open_object();
    if (seat.computer) {
        out.field("bot", seat.bot);
        out.field("name", seat.name());
    } else {
        write_member(out, seat.members.front());
    }
    if (seat.several()) {
        out.key("with");
        out.open_list();
        for (std::size_t i = 1; i < seat.members.size(); ++i) {
            out.open_object();
            write_member(out, seat.members[i]);
            out.close_object();
        }
        out.close_list();
    }
    out.close_object();
}

Member member_of(const Json& json) {
    Member member;
    member.name = json.at("name").get<std::string>();
    member.badge = json.value("badge", std::string());
    member.open = json.at("open").get<bool>();
    member.tokens = json.at("tokens").get<std::vector<std::string>>();
    member.invite = json.at("invite").get<std::string>();
    return member;
}

SeatState seat_of(const Json& json) {
    SeatState seat;
    if (const auto bot = json.find("bot"); bot != json.end()) {
        seat.computer = true;
        seat.bot = bot->get<std::string>();
        seat.members.front().name = json.at("name").get<std::string>();
        return seat;
    }
    seat.members.front() = member_of(json);
    if (const auto with = json.find("with"); with != json.end())
        for (const Json& member : *with) seat.members.push_back(member_of(member));
    return seat;
}

fair::Link stored_link(const Json& json) {
    const std::optional<fair::Link> link = fair::link_of(json.get_ref<const std::string&>());
    if (!link) throw store::StoreError(Message{"store.bad-link"});
    return *link;
}

Json secrets_json(const fair::ServerSecrets& secrets) {
    Json json{{"key", fair::hex(secrets.key)},
              {"links", secrets.links},
              {"from", secrets.from},
              {"server", fair::hex(secrets.server)}};
    if (secrets.hidden) json["hidden"] = fair::hex(*secrets.hidden);
    return json;
}

fair::ServerSecrets secrets_of(const Json& json) {
    fair::ServerSecrets secrets{.key = stored_link(json.at("key")),
                                .links = json.at("links").get<u32>(),
                                .from = json.at("from").get<u64>(),
                                .server = stored_link(json.at("server"))};
    if (const auto hidden = json.find("hidden"); hidden != json.end()) secrets.hidden = stored_link(*hidden);
    return secrets;
}

// The commitments of a seat: [[from, commitment], …].
void write_chains(JsonText& out, const fair::SeatChains& chains) {
    out.open_object();
    out.key("given");
    out.open_list();
    for (const fair::SeatChains::Given& given : chains.all) {
        out.open_list();
        out.value(given.from);
        out.value(fair::hex(given.commitment));
        out.close_list();
    }
    out.close_list();
    if (chains.ended) out.field("ended", true);
    if (chains.late) out.field("late", true);
    out.close_object();
}

fair::SeatChains chains_of(const Json& json) {
    fair::SeatChains chains;
    for (const Json& given : json.at("given"))
        chains.all.push_back({given.at(0).get<u64>(), stored_link(given.at(1)), {}, 0});
    chains.ended = json.value("ended", false);
    chains.late = json.value("late", false);
    return chains;
}

Result result_named(std::string_view text) {
    return text == "home" ? Result::home : text == "away" ? Result::away : Result::draw;
}

Reason reason_named(std::string_view text) {
    for (Reason reason : {Reason::played, Reason::resigned, Reason::agreed, Reason::claimed, Reason::time})
        if (text == name(reason)) return reason;
    throw store::StoreError(Message{"store.bad-ending", {{"text", text}}});
}

// An older program kept the replies of both seats in one list; each is found by its key, so both seats may have them.
std::vector<DoneRequest> replies_of(const Json& json) {
    std::vector<DoneRequest> replies;
    for (const Json& each : json) replies.push_back({each.at(0).get<std::string>(), each.at(1).get<std::string>()});
    return replies;
}

TableState state_of(const Json& json) {
    TableState state;
    state.turn_no = json.at("turn_no").get<std::int64_t>();
    state.seats = {seat_of(json.at("home")), seat_of(json.at("away"))};
    state.odds = json.at("odds").get<bool>();
    state.last = json.at("last").get<Millis>();
    state.draws = json.value("draws", u64{0});
    state.next = json.value("next", std::string());
    state.public_invite = json.value("public_invite", std::string());
    if (const auto clocks = json.find("clocks"); clocks != json.end())
        state.clocks = {clocks->at(0).get<Millis>(), clocks->at(1).get<Millis>()};
    if (const auto over = json.find("over"); over != json.end())
        state.over = Ending{result_named(over->at(0).get_ref<const std::string&>()),
                            reason_named(over->at(1).get_ref<const std::string&>())};
    if (const auto offers = json.find("offers"); offers != json.end())
        for (const Json& offer : *offers)
            state.offers.push_back({offer_named(offer.at(0).get_ref<const std::string&>()).value(),
                                    seat_named(offer.at(1).get_ref<const std::string&>()).value()});
    if (const auto wish = json.find("wish"); wish != json.end())
        state.wish =
            RollWish{seat_named(wish->at(0).get_ref<const std::string&>()).value(), wish->at(1).get<std::string>()};
    state.proof_lost = json.value("proof_lost", false);
    if (const auto done = json.find("done"); done != json.end())
        for (Seat seat : kSeats)
            state.done[seat] = replies_of(done->is_array() ? *done : done->at(std::string(name(seat))));
    return state;
}

TableSetup setup_of(std::string_view id, const Json& json) {
    TableSetup setup;
    setup.id = id;
    setup.real_dice = json.at("real_dice").get<bool>();
    setup.listed = json.at("listed").get<bool>();
    setup.hidden = json.at("hidden").get<bool>();
    setup.one_person = json.at("one_person").get<bool>();
    setup.alone = json.value("alone", false);
    setup.created = json.at("created").get<Millis>();
    if (const auto seed = json.find("seed"); seed != json.end()) setup.seed = seed->get<u64>();
    if (const auto clock = json.find("clock"); clock != json.end())
        setup.clock = ClockSetting{clock->at(0).get<int>(), clock->at(1).get<int>()};
    if (const auto fair = json.find("fair"); fair != json.end()) setup.fair = secrets_of(*fair);
    setup.own_sheet = json.contains("sheet") || json.contains("own_sheet");
    return setup;
}

// An older program wrote the whole sheet into the setup; now the setup names it, and the store has it once.
std::optional<SheetText> sheet_of(const Json& setup, const std::optional<std::string>& stored) {
    if (const auto own = setup.find("sheet"); own != setup.end())
        return SheetText{own->at(0).get<std::string>(), own->at(1).get<std::string>()};
    const auto own = setup.find("own_sheet");
    if (own == setup.end()) return std::nullopt;
    if (!stored) throw store::StoreError(Message{"store.sheet-missing"});
    return SheetText{own->at(0).get<std::string>(), *stored};
}

std::unique_ptr<Table> table_of(const Json& setup, const std::optional<SheetText>& sheet) {
    OrRefusal<std::unique_ptr<Table>> table =
        fresh_table(setup.at("game").get_ref<const std::string&>(), setup.at("options"), sheet);
    if (!table) throw store::StoreError(Message{"store.unopened", {{"why", table.error().message}}});
    if (const auto position = setup.find("position"); position != setup.end())
        if (OrRefusal<Done> placed = set_position(**table, position->get_ref<const std::string&>()); !placed)
            throw store::StoreError(Message{"store.bad-position", {{"why", placed.error().message}}});
    if (const auto tags = setup.find("tags"); tags != setup.end())
        for (const Json& tag : *tags)
            (*table)->tags.push_back({tag.at(0).get<std::string>(), tag.at(1).get<std::string>()});
    return std::move(*table);
}

} // namespace

// By a long hash: that of the sheet's content is short, and somebody could make another sheet for it.
std::optional<store::Sheet> LiveTable::own_sheet() const {
    if (!setup_.own_sheet) return std::nullopt;
    return store::Sheet{hash_of_secret(table_->sheet_toml()), table_->sheet_toml()};
}

std::string LiveTable::setup_text(const std::optional<store::Sheet>& sheet) const {
    Json json{{"game", table_->kind().id()},   {"options", table_->options().json()},
              {"real_dice", setup_.real_dice}, {"listed", setup_.listed},
              {"hidden", setup_.hidden},       {"one_person", setup_.one_person},
              {"created", setup_.created}};
    if (setup_.alone) json["alone"] = true;
    if (setup_.seed) json["seed"] = *setup_.seed;
    if (setup_.fair) json["fair"] = secrets_json(*setup_.fair);
    if (setup_.clock) json["clock"] = {setup_.clock->seconds, setup_.clock->increment};
    if (sheet) json["own_sheet"] = {table_->sheet_name(), sheet->hash};
    if (!table_->from_start()) json["position"] = start_text(*table_);
    for (const Tag& tag : table_->tags) json["tags"].push_back({tag.name, tag.value});
    return dumped(json);
}

std::string LiveTable::state_text() const {
    constexpr std::size_t kUsualState = 2048; // bytes
    std::string text;
    text.reserve(kUsualState);
    JsonText out(text);
    const auto write_pair = [&](std::string_view first, std::string_view second) {
        out.open_list();
        out.value(first);
        out.value(second);
        out.close_list();
    };
    out.open_object();
    out.field("turn_no", state_.turn_no);
    for (Seat seat : kSeats) {
        out.key(name(seat));
        write_seat(out, state_.seats[seat]);
    }
    out.field("odds", state_.odds);
    out.field("last", state_.last);
    if (state_.draws > 0) out.field("draws", state_.draws);
    if (!state_.next.empty()) out.field("next", state_.next);
    if (!state_.public_invite.empty()) out.field("public_invite", state_.public_invite);
    if (setup_.clock)
        out.list("clocks",
                 std::array{std::max<Millis>(0, state_.clocks.home), std::max<Millis>(0, state_.clocks.away)});
    if (state_.over) {
        out.key("over");
        write_pair(name(state_.over->winner), name(state_.over->reason));
    }
    if (!state_.offers.empty()) {
        out.key("offers");
        out.open_list();
        for (const MadeOffer& offer : state_.offers) write_pair(name(offer.what), name(offer.by));
        out.close_list();
    }
    if (state_.wish) {
        out.key("wish");
        write_pair(name(state_.wish->by), state_.wish->key);
    }
    if (state_.proof_lost) out.field("proof_lost", true);
    if (fair_)
        for (Seat seat : kSeats)
            if (!fair_->seat(seat).all.empty()) {
                out.key(seat == Seat::home ? "home_chains" : "away_chains");
                write_chains(out, fair_->seat(seat));
            }
    if (!state_.done.home.empty() || !state_.done.away.empty()) {
        out.key("done");
        out.open_object();
        for (Seat seat : kSeats) {
            out.key(name(seat));
            out.open_list();
            for (const DoneRequest& done : state_.done[seat]) write_pair(done.key, done.reply);
            out.close_list();
        }
        out.close_object();
    }
    out.close_object();
    return text;
}

store::Change LiveTable::change() {
    state_.last = now_millis();
    store::Change change{.id = setup_.id,
                         .state = state_text(),
                         .at = state_.last,
                         .listed = setup_.listed,
                         .over = over(),
                         .turn_no = state_.turn_no,
                         .epoch = epoch_,
                         .revision = revision_,
                         .kept_steps = stored_steps_};
    if (revision_ == 0) {
        change.sheet = own_sheet();
        change.setup = setup_text(change.sheet);
    }
    for (std::size_t i = stored_steps_; i < table_->steps(); ++i)
        change.new_steps.push_back({step_turns_[i], step_line(table_->step(i), unstored_proofs_[i])});
    change.same_steps = !std::exchange(steps_cut_, false) && change.new_steps.empty();
    unstored_proofs_.clear();
    stored_steps_ = table_->steps();
    ++revision_;
    return change;
}

// Steps of a position that is gone: what was made in view of it goes with it. The number of the turn has been shown and
// is not given to another position; a clock keeps what it showed, and a game that was given up stays so.
void LiveTable::forget_what_was_lost() {
    ++state_.turn_no;
    state_.offers.clear();
    state_.done = {};
    state_.wish.reset();
    // The links of rolls that are lost have been shown: they must not be used for others.
    state_.proof_lost = fair_ != nullptr;
    fair_.reset();
}

void LiveTable::restore_fair(const std::vector<store::Step>& steps) {
    for (const store::Step& step : steps) {
        const Json json = Json::parse(step.text);
        const auto proof = json.find("proof");
        if (proof == json.end()) continue;
        const std::optional<fair::RollProof> read = fair::roll_proof_of(proof->get_ref<const std::string&>());
        if (!read) throw store::StoreError(Message{"store.bad-link"});
        fair_->restore(*read);
    }
}

std::unique_ptr<LiveTable> LiveTable::restored(std::string_view id, const store::StoredTable& stored) {
    try {
        const Json setup = Json::parse(stored.setup);
        std::unique_ptr<Table> table =
            table_of(setup, sheet_of(setup, stored.sheet ? std::optional(stored.sheet->text) : std::nullopt));
        for (const store::Step& step : stored.steps) replay_line(*table, step.text);
        const Json state = Json::parse(stored.state);
        auto live = std::make_unique<LiveTable>(setup_of(id, setup), state_of(state), std::move(table));
        if (live->fair_) {
            for (Seat seat : kSeats)
                if (const auto chains = state.find(seat == Seat::home ? "home_chains" : "away_chains");
                    chains != state.end())
                    live->fair_->restore(seat, chains_of(*chains));
            live->restore_fair(stored.steps);
        }
        for (std::size_t i = 0; i < stored.steps.size(); ++i) live->step_turns_[i] = stored.steps[i].turn_no;
        live->stored_steps_ = stored.steps.size();
        live->revision_ = stored.revision;
        live->epoch_ = stored.epoch;
        if (stored.broken) live->forget_what_was_lost();
        return live;
    } catch (const Json::exception& error) {
        // Its own text quotes what is stored: names and hashes, which belong in no log.
        throw store::StoreError(Message{"store.bad-form", {{"code", error.id}}});
    }
}

} // namespace touchline::server
