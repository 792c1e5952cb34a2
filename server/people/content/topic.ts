import { type HelpTopic, helpTopics } from '@bourse/contract/content';

/** A stored topic; empty if it is none of the help centre. */
export function topicOf(stored: string): HelpTopic | '' {
  return helpTopics.find((topic) => topic === stored) ?? '';
}
