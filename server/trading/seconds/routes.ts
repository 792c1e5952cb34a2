import {
  microCurrencies,
  microEvidence,
  microFigures,
  microOptions,
  microOrders,
  submitMicro,
} from '@bourse/contract/seconds';
import { done, type Gateway, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import { readEvidence } from './evidence.ts';
import { figuresOf } from './figures.ts';
import { type ContractQuery, OwnContracts } from './own-contracts.ts';
import { submit } from './requests.ts';
import { secondsView } from './seconds-view.ts';
import { contractOnWire, currenciesOnWire, optionsOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the calls about seconds contracts. */
export type SecondsParts = With<'db' | 'requests' | 'views'>;

const defaultLimit = 10;

/** Serves seconds contracts. */
export function registerSeconds(gateway: Gateway, { requests, views, db }: SecondsParts): void {
  const contracts = new OwnContracts(db, views);

  gateway.visitor(microOptions, () => {
    const { settings } = secondsView.of(views);
    return done(settings === null ? [] : optionsOnWire(settings));
  });
  gateway.visitor(microFigures, () => done(figuresOf(views)));
  gateway.visitor(microEvidence, async ({ id }, { inTurn }) => {
    const evidence = await inTurn(() => readEvidence(db, views, Number(id)));
    return evidence === null ? refused('contract_unknown') : done(evidence);
  });

  gateway.member(microCurrencies, (_input, { user }) => done(currenciesOnWire(user, views)));
  gateway.member(submitMicro, (input, member) => submit({ requests, views, contracts }, input, member));
  gateway.member(microOrders, async ({ match_id: id, status, limit = defaultLimit, ...input }, { user }) => {
    const states = statesOf[status === undefined ? 'all' : String(status)];
    if (states === undefined) return refused('invalid_request', { field: 'status', problem: 'unknown' });
    const market = id === undefined ? null : views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const paging = readPaging({ ...input, limit });
    if (!paging.ok) return paging;
    const found = await contracts.page(user, { ...states, market: market?.id ?? null, ...paging });
    const shown = found.contracts.map((contract) => contractOnWire(contract, views.timeMs, views));
    return done(pageOf(shown, found.total, paging));
  });
}

/** The states of contracts by their status number on the wire. */
const statesOf: Readonly<Record<string, Pick<ContractQuery, 'open' | 'closed'> | undefined>> = {
  all: { open: true, closed: true },
  1: { open: true, closed: false },
  3: { open: false, closed: true },
};
