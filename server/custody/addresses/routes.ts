import {
  withdrawalAddressList,
  editAddress,
  onlyWithdrawalAddresses,
  type OnlySaved,
  removeWithdrawalAddress,
  saveWithdrawalAddress,
  stopWithdrawalAddress,
} from '@bourse/contract/addresses';
import type { UserId } from '@bourse/engine';
import { done, type Gateway, networkOf, refused } from '../../ground/gateway/index.ts';
import { type AddressParts, saveAddress, testProofs } from './save-address.ts';
import { registerMiddle } from './middle.ts';
import { addressOnWire } from './wire.ts';

/** Serves the saved withdrawal addresses of users. */
export function registerAddresses(gateway: Gateway, parts: AddressParts): void {
  const { chains, withdrawalAddresses, securityLog, views } = parts;

  gateway.member(withdrawalAddressList, async (_input, { user }) => {
    const surroundings = { chains, listings: views.listings };
    const stored = await withdrawalAddresses.list(user);
    return done({
      ...(await ruleOf(user)),
      addresses: stored.map((one) => addressOnWire(surroundings, one)),
    });
  });

  gateway.member(saveWithdrawalAddress, ({ address, currency_protocol_id, label = '', memo = '', ...proofs }, member) =>
    saveAddress(parts, { protocol: Number(currency_protocol_id), address, memo, label }, proofs, member),
  );

  gateway.member(editAddress, ({ address, address2, ...proofs }, member) => {
    const given = [address, address2];
    const place = given.findIndex((text) => text !== undefined && text.trim() !== '');
    const text = given[place];
    // Both at once would need two codes.
    if (text === undefined || given.filter((one) => one !== undefined && one.trim() !== '').length > 1) {
      return refused('address_malformed');
    }
    const usdt = chains.protocols.filter(({ currency }) => views.listings.currency(currency).code === 'USDT');
    const protocol = usdt.toSorted((one, other) => one.id - other.id)[place];
    if (protocol === undefined) return refused('protocol_unknown');
    return saveAddress(parts, { protocol: protocol.id, address: text, memo: '', label: '' }, proofs, member);
  });

  gateway.member(removeWithdrawalAddress, async ({ id }, { address, user }) => {
    if (!(await withdrawalAddresses.remove(user, Number(id)))) return refused('address_unknown');
    securityLog.record('draw_address_removed', { user, network: networkOf(address) });
    return done(null);
  });

  gateway.visitor(stopWithdrawalAddress, async ({ token }, { address }) => {
    if (!(await withdrawalAddresses.stop(token))) return refused('address_link_invalid');
    securityLog.record('draw_address_removed', { user: null, network: networkOf(address) });
    return done(null);
  });

  gateway.member(onlyWithdrawalAddresses, async ({ code = '', on, ...factor }, member) => {
    const { user } = member;
    if (on === 1) {
      await withdrawalAddresses.switchOn(user);
      return done(await ruleOf(user));
    }
    const unproven = await testProofs(parts, { code, ...factor }, member);
    if (unproven !== null) return unproven;
    const usedUp = await withdrawalAddresses.inTransaction(async (transaction) => {
      const late = await parts.proofs.codes.redeem(transaction, user, code, member);
      if (late === null) await withdrawalAddresses.switchOff(transaction, user);
      return late;
    });
    return usedUp ?? done(await ruleOf(user));
  });

  registerMiddle(gateway, parts);

  async function ruleOf(user: UserId): Promise<OnlySaved> {
    const { endsAtMs, on } = await withdrawalAddresses.rule(user);
    return { only: on ? 1 : 0, ends_at: endsAtMs };
  }
}
