import { type HelpTopic, helpTopics } from '@bourse/contract/content';

/** A stored topic; empty if the help centre does not have it. */
export function topicOf(stored: string): HelpTopic | '' {
  return helpTopics.find((topic) => topic === stored) ?? '';
}
