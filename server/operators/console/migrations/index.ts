import type { Steps } from '../../../ground/database/index.ts';
import { operators } from './0420-operators.ts';
import { staff } from './0740-staff.ts';
import { auditChain } from './0741-audit-chain.ts';
import { approvals } from './0742-approvals.ts';
import { auditSequence } from './0750-audit-sequence.ts';
import { operatorsRemoved } from './0752-operators-removed.ts';
import { approvalMovements } from './0787-approval-movements.ts';
import { staffUsers } from './0870-staff-users.ts';
import { staffDeclared } from './0902-staff-declared.ts';

/** The migrations of this room. */
export const migrations: Steps = {
  '0420-operators': operators,
  '0740-staff': staff,
  '0741-audit-chain': auditChain,
  '0742-approvals': approvals,
  '0750-audit-sequence': auditSequence,
  '0752-operators-removed': operatorsRemoved,
  '0787-approval-movements': approvalMovements,
  '0870-staff-users': staffUsers,
  '0902-staff-declared': staffDeclared,
};
