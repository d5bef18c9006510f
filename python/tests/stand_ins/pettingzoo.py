"""What the adapter uses of PettingZoo, no more: the real package is not in Debian. tests/foreign runs against the real one."""


class AECEnv:
    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for of_agents in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del of_agents[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
        for left in self.rewards:
            self.rewards[left] = 0

    def last(self):
        agent = self.agent_selection
        return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent],
                self.infos[agent])

    def agent_iter(self, most=2**63):
        while self.agents and most:
            most -= 1
            yield self.agent_selection
