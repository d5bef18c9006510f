// Starts, keeps and drops the figures that are asked for; one answer serves everyone who asks about the same rules.
#include "server/figures_desk.hpp"

#include "play/kind.hpp"
#include "play/message_text.hpp"
#include "server/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace touchline::server {

void FiguresDesk::answer(const std::shared_ptr<const Table>& table, const ApiRequest& request,
                         const Api::Respond& respond) {
    std::shared_ptr<Question> question;
    std::shared_ptr<Waiter> waiter;
    {
        const std::lock_guard lock(mutex_);
        question = find_or_start(table, request.address);
        if (question && !question->answer) {
            waiter = std::make_shared<Waiter>(Waiter{respond, Clock::now()});
            question->waiters.push_back(waiter);
        } else if (question && question->failed) {
            kept_.remove(question);
        }
    }
    if (!question) return respond(refusal_answer(too_busy(Message{"server.many-figures"})));
    if (!waiter) return respond(*question->answer);
    // Called at once where the client has left already.
    auto leaving =
        std::make_unique<Leaving>(request.left, [this, question, waiter = waiter.get()] { leave(*question, *waiter); });
    const std::lock_guard lock(mutex_);
    waiter->leaving = std::move(leaving);
}

std::shared_ptr<FiguresDesk::Question> FiguresDesk::find_or_start(std::shared_ptr<const Table> table,
                                                                  const std::string& asker) {
    std::string key = fmt::format("{} {} {}", table->kind().id(), table->sheet_hash(), dumped(table->options().json()));
    const auto at = std::ranges::find_if(kept_, [&](const auto& each) { return each->key == key; });
    if (at != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, at);
        kept_.front()->last_asked = Clock::now();
        return kept_.front();
    }
    auto question = std::make_shared<Question>();
    question->key = std::move(key);
    question->last_asked = Clock::now();
    if (!work_.add(asker, [this, question, table = std::move(table), asker] { work_out(question, table, asker); }))
        return nullptr;
    kept_.push_front(question);
    drop_oldest();
    // What only adds to figures that are shown already waits until these are.
    give_way_.request_stop();
    give_way_ = std::stop_source();
    return question;
}

// One that is being worked out is still asked for.
void FiguresDesk::drop_oldest() {
    if (kept_.size() <= kFiguresKept) return;
    const auto old =
        std::ranges::find_if(kept_.rbegin(), kept_.rend(), [](const auto& each) { return each->answer.has_value(); });
    if (old != kept_.rend()) kept_.erase(std::next(old).base());
}

void FiguresDesk::work_out(const std::shared_ptr<Question>& question, const std::shared_ptr<const Table>& table,
                           const std::string& asker) {
    Expected<Json, Answer> figures = worked_out(*question, *table);
    if (!figures) {
        if (!gave_way(*question)) return finish(question, std::move(figures.error()));
    } else if (figures->value("whole", true)) {
        return finish(question, json_answer({{"ok", true}, {"status", "done"}, {"figures", std::move(*figures)}}));
    } else {
        Waiters waiters;
        Answer answer;
        {
            const std::lock_guard lock(mutex_);
            if (question->so_far.is_null()) question->progress = 0; // of the rest
            question->so_far = std::move(*figures);
            question->last_asked = Clock::now();
            waiters.swap(question->waiters);
            answer = working(*question);
        }
        for (const std::shared_ptr<Waiter>& waiter : waiters) waiter->respond(answer);
    }
    if (!work_.add(asker, [this, question, table, asker] { work_out(question, table, asker); }))
        finish(question, refusal_answer(too_busy(Message{"server.many-figures"})));
}

// Whether it was stopped for the first figures of somebody else: then it is worked out again after them.
bool FiguresDesk::gave_way(const Question& question) {
    const std::lock_guard lock(mutex_);
    return question.way.stop_requested() && !question.stopped.stop_requested();
}

void FiguresDesk::finish(const std::shared_ptr<Question>& question, Answer answer) {
    Waiters waiters;
    {
        const std::lock_guard lock(mutex_);
        question->failed = answer.refusal && answer.refusal->code == RefusalCode::busy;
        question->answer = answer;
        waiters.swap(question->waiters);
        // A failure is reported once; the next request tries again.
        if (question->failed && !waiters.empty()) kept_.remove(question);
    }
    for (const std::shared_ptr<Waiter>& waiter : waiters) waiter->respond(answer);
}

Expected<Json, Answer> FiguresDesk::worked_out(Question& question, const Table& table) {
    std::stop_source either;
    const std::stop_token stopped = question.stopped.get_token();
    {
        const std::lock_guard lock(mutex_);
        question.begun = Clock::now();
        question.way = question.so_far.is_null() ? std::stop_token() : give_way_.get_token();
    }
    const auto stop = [&either] { either.request_stop(); };
    const std::stop_callback with_its_asker(stopped, stop);
    const std::stop_callback for_others(question.way, stop);
    try {
        if (stopped.stop_requested()) return Unexpected{refusal_answer(too_busy())};
        const TellFigures told = [&](double part) { tell(question, part); };
        Expected<Json, Message> figures = question.so_far.is_null()
                                              ? maker_.figures(table, told, either.get_token())
                                              : maker_.skill(table, question.so_far, told, either.get_token());
        if (figures) return std::move(*figures);
        return Unexpected{refusal_answer(Refusal{RefusalCode::not_found, std::move(figures.error())})};
    } catch (const std::exception& error) {
        if (!either.stop_requested())
            spdlog::error("event=figures_failed game={} reason={:?}", table.kind().id(), sentence_of(error));
    }
    return Unexpected{refusal_answer(ask_again(RefusalCode::busy, Message{"server.figures-long"}, 60))};
}

void FiguresDesk::tell(Question& question, double part) {
    Waiters waiters;
    Answer answer;
    {
        const std::lock_guard lock(mutex_);
        question.progress = part;
        const Clock::time_point now = Clock::now();
        if (now - question.begun > kFiguresBudget) question.stopped.request_stop();
        waiters = tired(question, now);
        answer = working(question);
    }
    for (const std::shared_ptr<Waiter>& waiter : waiters) waiter->respond(answer);
}

Answer FiguresDesk::working(const Question& question) {
    Json json{{"ok", true}, {"status", "working"}, {"progress", question.progress}, {"retry_after", 0}};
    if (!question.so_far.is_null()) json["figures"] = question.so_far;
    return json_answer(json, 202);
}

FiguresDesk::Waiters FiguresDesk::tired(Question& question, Clock::time_point now) const {
    Waiters waiters;
    while (!question.waiters.empty() && now - question.waiters.front()->since >= hold_)
        waiters.splice(waiters.end(), question.waiters, question.waiters.begin());
    if (!waiters.empty()) question.last_asked = now;
    return waiters;
}

void FiguresDesk::leave(Question& question, Waiter& waiter) {
    const std::lock_guard lock(mutex_);
    waiter.left = true;
    const Waiters& waiters = question.waiters;
    const bool waits = std::ranges::any_of(waiters, [&](const auto& each) { return each.get() == &waiter; });
    if (!waits || std::ranges::any_of(waiters, [](const auto& each) { return !each->left; })) return;
    question.stopped.request_stop();
    std::erase_if(kept_, [&](const auto& each) { return each.get() == &question; });
}

void FiguresDesk::sweep() {
    const Clock::time_point now = Clock::now();
    std::vector<std::pair<Waiters, Answer>> told;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& question : kept_)
            if (Waiters waiters = tired(*question, now); !waiters.empty())
                told.emplace_back(std::move(waiters), working(*question));
        std::erase_if(kept_, [&](const auto& question) {
            if (question->answer || !question->waiters.empty() || now - question->last_asked < forgotten_after_)
                return false;
            question->stopped.request_stop();
            return true;
        });
    }
    for (const auto& [waiters, answer] : told)
        for (const std::shared_ptr<Waiter>& waiter : waiters) waiter->respond(answer);
}

void FiguresDesk::stop() {
    Waiters waiters;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& question : kept_) {
            question->stopped.request_stop();
            waiters.splice(waiters.end(), question->waiters);
        }
    }
    work_.stop();
    for (const std::shared_ptr<Waiter>& waiter : waiters) waiter->respond(refusal_answer(too_busy()));
}

} // namespace touchline::server
