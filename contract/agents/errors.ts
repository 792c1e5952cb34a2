export const agentErrors = {
  authorization_code_unknown: [],
  /** The code is the caller's own, or the caller is an agent, who has no other one. */
  agent_self: [],
  /** Neither an agent nor a user of one: there is no invitation to share. */
  agent_missing: [],
  agent_absent: [],
  agent_same_document: [],
  /** The user has declined the agent, or left one, until this minute (UTC), such as `2026-01-31 12:30 UTC`. */
  agent_declined: ['from'],
  agent_left_recently: ['from'],
  agent_request_unknown: [],
  /** The agent's share is now this percentage of the fees. */
  agent_share_changed: ['share'],
  agent_period: ['days'],
} as const;
