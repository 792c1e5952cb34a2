export const verificationErrors = {
  real_name_required: [],
  real_name_shape: [],
  real_name_mixed: [],
  card_id_required: [],
  card_id_shape: [],
  real_name_pictures: [],
  real_name_unknown: [],
  real_name_approved: [],
  real_name_in_review: [],
  real_name_reminded: ['hours'],
  real_name_too_often: ['hours'],
  pay_password_exists: [],
} as const;
