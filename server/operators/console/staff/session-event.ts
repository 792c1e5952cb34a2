import type { AuditEntry, StaffMember } from '../../../ground/console-gateway/index.ts';

/** The person of an event; null if it is not known who it was. */
export type Concerned = Pick<StaffMember, 'id' | 'roles'> | null;

/** The row of the audit log for an event of a session or of an enrolment. */
export function sessionEvent(
  action: string,
  person: Concerned,
  { network, requestId }: { readonly network: string; readonly requestId: string },
  after: Readonly<Record<string, string | number>>,
): AuditEntry {
  return {
    kind: 'login',
    staff: person?.id ?? null,
    roles: person?.roles ?? [],
    action,
    subject: person === null ? null : { kind: 'staff', id: String(person.id) },
    before: null,
    after,
    reasonCode: null,
    reason: null,
    sequence: null,
    approval: null,
    intent: null,
    network,
    requestId,
  };
}
