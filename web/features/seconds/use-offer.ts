import type { MicroCurrency, MicroOption } from '@bourse/contract/seconds';
import type { Match } from '@bourse/contract/markets';
import { useIndex } from './index-feed.ts';
import { type Chosen, chosenOf, type SecondsDraft, type SecondsProblem, secondsProblem } from './seconds-draft.ts';
import { useDurations, useStakeCurrencies } from './seconds-reads.ts';

export type ChosenContract = Chosen<MicroCurrency, MicroOption>;

export interface Offer {
  readonly currencies: readonly MicroCurrency[];
  readonly options: readonly MicroOption[];
  /** Null while nothing is offered. */
  readonly chosen: ChosenContract | null;
  readonly problem: SecondsProblem | null;
}

interface OfferState {
  /** Null while it loads. */
  readonly offer: Offer | null;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The currencies and durations of contracts on a pair, and the user's choices among them. */
export function useOffer(match: Match, draft: SecondsDraft): OfferState {
  const currencies = useStakeCurrencies();
  const options = useDurations();
  const index = useIndex(match.base_currency_id);
  const [money, offers] = [currencies.data?.data, options.data?.data];
  const retry = (): void => {
    void currencies.refetch();
    void options.refetch();
  };
  if (money === undefined || offers === undefined) {
    return { offer: null, failed: currencies.isError || options.isError, retry };
  }
  const chosen = chosenOf(draft, money, offers);
  // Before the first message of the index, the exchange decides whether there is one.
  const problem = secondsProblem(chosen, index === undefined ? '0' : index.price);
  return { offer: { currencies: money, options: offers, chosen, problem }, failed: false, retry };
}
