"""The figures at the end, and whether all is well."""
import statistics

# Memory of its own (RssAnon) of one process, with no table in memory, may grow by so much from the first calm to the last: what
# fragments is in the first figure already.
MORE_KILOBYTES = 4096
MORE_DESCRIPTORS = 0

FATAL_EVENTS = {"handler_failed", "session_failed", "job_failed", "request_failed", "computer_failed", "steps_missing", "table_unreadable", "sweep_failed"}


class Report:
    def __init__(self, world, server, acts):
        self.world, self.server, self.acts = world, server, acts
        self.events, odd = server.logged()
        faults = world.faults
        for line in odd[:5]: faults.add(f"a line of the log has another shape: {line}")
        for event in FATAL_EVENTS & set(self.events): faults.add(f"the log has event={event}, {self.events[event]} times")
        if acts.memory and acts.memory[-1] - acts.memory[0] > MORE_KILOBYTES: faults.add(f"memory grew from calm to calm: {acts.memory} kB")
        idle = acts.idle_descriptors
        if max(idle) - idle[0] > MORE_DESCRIPTORS: faults.add(f"descriptors grew: {idle}")
        self.good = faults.count == 0

    def text(self, seconds):
        world, acts, server = self.world, self.acts, self.server
        lines = [f"{seconds / 60:.1f} minutes, {len(world.tables)} tables, {sum(p.made for t in world.tables for p in t.players)} requests acknowledged, "
                 f"{world.rubbish} pieces of rubbish",
                 f"{acts.kills} kills, {acts.drains} drains (median {statistics.median(acts.drain_seconds):.2f} s, longest {max(acts.drain_seconds):.2f} s), "
                 f"{server.refused_starts} starts refused on a full disk, start median {statistics.median(server.start_seconds) * 1000:.0f} ms, longest {max(server.start_seconds) * 1000:.0f} ms",
                 f"{acts.found} shown steps found in {acts.checked} records; {acts.backups} copies of the running store",
                 f"memory with nobody there: {acts.memory} kB; descriptors: {acts.idle_descriptors}"]
        for act, took in world.took.items():
            took = sorted(took)
            at = lambda share: took[min(len(took) - 1, int(len(took) * share))] * 1000
            lines.append(f"{act}: {len(took)} answered, median {at(0.5):.0f} ms, p99 {at(0.99):.0f} ms, longest {took[-1] * 1000:.0f} ms")
        lines.append("refusals: " + ", ".join(f"{code} {count}" for code, count in sorted(world.refusals.items())))
        lines.append("byes: " + ", ".join(f"{reason} {count}" for reason, count in sorted(world.byes.items())))
        lines.append("events: " + ", ".join(f"{event} {count}" for event, count in sorted(self.events.items())))
        lines += ["FAULT " + sentence for sentence in world.faults.sentences]
        lines.append("all is well" if self.good else f"{world.faults.count} faults")
        return "\n".join(lines)
