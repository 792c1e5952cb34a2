import { useSearch } from '@tanstack/react-router';
import { FeedbackList } from './feedback-list.tsx';
import { FeedbackThread } from './feedback-thread.tsx';
import { NewFeedback } from './new-feedback.tsx';

/** The list of the user's feedback, one with its messages (`id`), or the form of a new one (`new`). */
export function FeedbackPage() {
  const search = useSearch({ from: '/personal/feedback' });
  if (search.id !== undefined && /^\d{1,15}$/.test(search.id)) {
    return <FeedbackThread key={search.id} id={Number(search.id)} />;
  }
  return search.new === undefined ? <FeedbackList /> : <NewFeedback />;
}
