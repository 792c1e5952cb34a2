export {
  DrawAddress,
  drawAddressList,
  editAddress,
  maxDrawAddresses,
  onlyDrawAddresses,
  OnlySaved,
  onlySavedHours,
  OwnDrawAddresses,
  removeDrawAddress,
  saveDrawAddress,
  stopDrawAddress,
} from './calls.ts';
