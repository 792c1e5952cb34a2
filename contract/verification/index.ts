export {
  RealName,
  realNameCenter,
  type RejectionKey,
  rejectionKeys,
  reviewStatus,
  type ReviewStatus,
  submitRealName,
} from './calls.ts';
export { readCardId, readRealName } from './names.ts';
