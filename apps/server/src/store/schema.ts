// Written by testing/write-schema.ts from the migrated database. Change the migrations, then run it again. Longer than 300 lines, for it has every table.

import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface AccountFreezes {
  tenant_id: number
  id: bigint
  account: string
  ground: string
  reason: string
  from_date: string
  document: number | null
  lifted: bigint | null
  reference: Generated<string>
}

export interface AccountNumbers {
  tenant_id: number
  last: number
}

export interface AccountRequestChanges {
  tenant_id: number
  id: GeneratedAlways<bigint>
  request_id: number
  revision: number
  part: string
  before: JSONColumnType<object | null>
  at: Date
  user_id: number
  user_name: string
}

export interface AccountRequestDocuments {
  tenant_id: number
  request_id: number
  kind: string
  name: string
  type: string
  size: number
  content: Buffer
  uploaded_at: Date
}

export interface AccountRequestEvents {
  tenant_id: number
  id: GeneratedAlways<bigint>
  request_id: number
  at: Date
  action: string
  status: number
  reason: string | null
  user_id: number | null
  user_name: string | null
  is_notified: Generated<boolean>
}

export interface AccountRequestIdentities {
  tenant_id: number
  kind: string
  value: string
  request_id: number
}

export interface AccountRequests {
  tenant_id: number
  id: GeneratedAlways<number>
  user_id: number | null
  status: number
  account_type: string
  fields: JSONColumnType<object>
  applicant_name: string
  reason: string | null
  creation_time: Date
  submitted_at: Date | null
  submitted_on: string | null
  customer_id: number | null
  account: string | null
  cscs_account: string | null
  chn: string | null
  remarks: JSONColumnType<object>
  revision: Generated<number>
  waits_since: Date | null
  reviewed_by: string | null
  read_revision: number | null
  opened_at: Date | null
  made_by: number | null
}

export interface Alerts {
  tenant_id: number
  id: GeneratedAlways<number>
  user_id: number
  security_id: string
  condition: string
  level: number | null
  by_mail: boolean
  revision: Generated<number>
  reached_on: string | null
  after_news: bigint
  creation_time: Date
  fired_at: Date | null
  fired_value: bigint | null
}

export interface AuditChanges {
  tenant_id: number
  audit_id: bigint
  number: number
  entity: string
  entity_id: string
  before: JSONColumnType<object | null>
  after: JSONColumnType<object | null>
}

export interface AuditHashes {
  tenant_id: number
  audit_id: bigint
  position: bigint
  hash: Buffer
}

export interface AuditHeads {
  tenant_id: number
  audit_id: bigint
  position: bigint
  hash: Buffer
}

export interface AuditLog {
  tenant_id: number
  id: GeneratedAlways<bigint>
  user_id: number | null
  user_name: string | null
  service_name: string
  method_name: string
  parameters: string
  return_value: string | null
  execution_time: Date
  execution_duration: number
  client_ip_address: string | null
  client_name: string | null
  browser_info: string | null
  exception_message: string | null
  exception: string | null
  impersonator_user_id: number | null
  impersonator_tenant_id: number | null
  custom_data: string | null
}

export interface Baskets {
  tenant_id: number
  id: GeneratedAlways<number>
  user_id: number
  name: string
  is_shared: boolean
  lines: JSONColumnType<object>
  version: Generated<number>
  saved_at: Date
  sent_at: Date | null
}

export interface CashBalances {
  tenant_id: number
  account: string
  balance: bigint
  held: bigint
  unsettled_buys: bigint
  unsettled_sells: bigint
  available: bigint
}

export interface CashDays {
  tenant_id: number
  account: string
  market_date: string
  balance: bigint
}

export interface ContractNotes {
  tenant_id: number
  account: string
  side: string
  security_id: string
  trade_date: string
  settlement_date: string
  quantity: bigint
  consideration: bigint
  settled: boolean
  number: number
  trades: number
  lines: JSONColumnType<object>
  realised_gain: bigint
  provisional: boolean
  net_amount: bigint
  replaces: number | null
  replaced_by: number | null
}

export interface CorporateActionHoldings {
  tenant_id: number
  action_id: bigint
  account: string
  quantity: bigint
}

export interface CorporateActions {
  id: bigint
  type: string
  security_id: string
  register_date: string
  ex_date: string
  pay_date: string
  rate: bigint | null
  ratio_shares: bigint | null
  ratio_held: bigint | null
  announced_at: Date
  announced_by: string
  revoked_at: Date | null
  revoked_by: string | null
}

export interface CustomerChanges {
  tenant_id: number
  id: GeneratedAlways<number>
  customer_id: number
  before: JSONColumnType<object>
  after: JSONColumnType<object>
  reason: string
  state: string
  maker_id: number
  maker_name: string
  made_at: Date
  decider_id: number | null
  decider_name: string | null
  decided_at: Date | null
  decision: string | null
  former_name: string | null
}

export interface CustomerCharges {
  tenant_id: number
  customer_id: number
  date_from: string
  commission_ppm: number | null
  stamp_duty_exempt: boolean
  alerts_off: Generated<boolean>
}

export interface CustomerDocuments {
  tenant_id: number
  id: GeneratedAlways<number>
  customer_id: number
  change_id: number
  kind: string
  name: string
  type: string
  size: number
  content: Buffer
  uploaded_at: Date
}

export interface CustomerViews {
  tenant_id: number
  subject: string
  subject_id: number
  day: string
  user_id: number
  user_name: string
  screen: string
  first_at: Date
}

export interface Customers {
  tenant_id: number
  id: number
  name: string
  email_address: string | null
  phone_number: string | null
  chn: string | null
  address: string | null
  account_type: string | null
  particulars: JSONColumnType<object>
  opened_at: Date | null
}

export interface DailyStatistics {
  security_id: string
  market_date: string
  reference_px: number
  open_px: number | null
  high_px: number | null
  low_px: number | null
  last_px: number | null
  last_qty: number | null
  published_px: number
  volume: Generated<bigint>
  value: Generated<bigint>
  trades: Generated<number>
}

export interface DepositoryAccounts {
  tenant_id: number
  request_id: number
  cscs_account: string
  chn: string
  asked_cscs_account: string | null
  asked_chn: string | null
}

export interface Desk {
  id: number
  fence: bigint
  epoch: number
  sequence: bigint
  market_time: Date
  market_date: string | null
}

export interface DocumentMailCursors {
  tenant_id: number
  alerted: Generated<number>
  mailed: Generated<number>
  month: string
  account: Generated<string>
}

export interface ExchangeOrders {
  tenant_id: number
  session: string
  order_id: bigint
  kept: JSONColumnType<object>
  changed_at: Date
}

export interface ExchangeSessions {
  tenant_id: number
  name: string
  next_in: bigint
  next_out: bigint
  since: Date
  holder: string
}

export interface Executions {
  tenant_id: number
  sequence: bigint
  order_id: bigint
  cl_ord_id: string
  exec_type: string
  ord_status: string
  last_px: number | null
  last_qty: number | null
  cum_qty: number
  leaves_qty: number
  filled_value: bigint
  text: string | null
  transact_time: Date
  trade_number: bigint | null
  exec_ref: bigint | null
}

export interface Features {
  tenant_id: number
  name: string
  value: string
}

export interface FeeRates {
  tenant_id: number
  side: string
  item: string
  date_from: string
  rate_ppm: number
  minimum: bigint
  vat_ppm: number
  per_share: bigint | null
  per_trade: bigint | null
  maximum: bigint | null
}

export interface FirmDays {
  tenant_id: number
  market_date: string
}

export interface FirmLogos {
  tenant_id: number
  type: string
  content: Buffer
}

export interface FirmTerms {
  tenant_id: number
  is_closed: Generated<boolean>
}

export interface FlaggedReports {
  tenant_id: number
  id: bigint
  flag: string
  firm: number | null
  order_id: string | null
  exec_id: string
  report: JSONColumnType<object>
  market_date: string
  received_at: Date
}

export interface FreezeDocuments {
  tenant_id: number
  id: GeneratedAlways<number>
  account: string
  name: string
  type: string
  size: number
  content: Buffer
  uploaded_at: Date
}

export interface IdempotencyKeys {
  tenant_id: number
  user_id: number
  key: string
  request_hash: Buffer
  status: number | null
  answer: string | null
  created_at: Date
}

export interface IdentityProviders {
  tenant_id: number
  name: string
  issuer: string
  client_id: string
  sealed_secret: Buffer
  scopes: string
  groups_claim: string
  is_enabled: boolean
  is_required: boolean
  emergency_user_id: number | null
  changed_by: number
  changed_at: Date
  claim_by: number
}

export interface IndexDays {
  market_date: string
  value: bigint
  high: bigint
  low: bigint
}

export interface Influences {
  tenant_id: number
  id: GeneratedAlways<bigint>
  user_id: number
  by_user_id: number
  kind: string
  at: Date
  awaits_second: Generated<boolean>
  confirmed_by: number | null
}

export interface InstructionEvents {
  tenant_id: number
  id: GeneratedAlways<bigint>
  instruction_id: number
  event: string
  at: Date
  user_id: number
  user_name: string
  note: string
}

export interface Instructions {
  tenant_id: number
  id: GeneratedAlways<number>
  account: string
  security_id: string
  side: string
  order_qty: number
  price: number | null
  until: string
  is_urgent: boolean
  medium: string
  reference: string
  text: string
  user_id: number
  user_name: string
  creation_time: Date
  taken_by: number | null
  taken_by_name: string | null
  taken_at: Date | null
  closed_at: Date | null
  closed_because: string | null
}

export interface JournalBatches {
  tenant_id: number
  sequence: bigint
  lines: JSONColumnType<object>
}

export interface KillSwitches {
  tenant_id: number
  scope: string
  id: string
  is_on: boolean
  reason: string
  cause: string
  switched_by: string | null
  since: Date
  halts_orders: Generated<boolean>
}

export interface LedgerEntries {
  tenant_id: number
  sequence: bigint
  line: number
  kind: string
  account: string
  security_id: string | null
  entry_date: string
  value_date: string
  reference: string | null
  narration: string | null
  side: string | null
  quantity: bigint | null
  price: bigint | null
  note_number: number | null
  balance: bigint | null
  holding: bigint | null
  cost: bigint | null
  postings: JSONColumnType<object>
  payee: string | null
  reverses: bigint | null
}

export interface LoginAttempts {
  tenant_id: number
  id: GeneratedAlways<bigint>
  tenancy_name: string | null
  user_id: number | null
  user_name_or_email_address: string
  client_ip_address: string
  browser_info: string
  result: number
  creation_time: Date
}

export interface Mails {
  tenant_id: number
  id: string
  user_id: number | null
  template: string
  sealed: Buffer | null
  creation_time: Date
  attempts: Generated<number>
  next_attempt_at: Date
  sent_at: Date | null
  customer_id: number | null
}

export interface MarketState {
  id: number
  phase: string
  since: Date
  market_date: string
  halt_reason: string | null
  halted_since: Date | null
  breaker_triggers: JSONColumnType<object>
  halted_by: string | null
}

export interface MarketTrades {
  trade_number: bigint
  security_id: string
  price: number
  quantity: number
  tick_direction: string
  trade_condition: string | null
  rpt_seq: number
  trade_time: Date
  market_date: string
}

export interface News {
  id: bigint
  headline: string
  body: string
  source: string
  urgency: string
  security_ids: string[]
  orig_time: Date
  announcement: JSONColumnType<object | null>
}

export interface NotificationCursors {
  tenant_id: number
  sequence: bigint
  news: bigint
}

export interface Notifications {
  tenant_id: number
  user_id: number
  sequence: bigint
  id: Generated<string>
  name: string
  text_name: string
  entity_id: string
  properties: JSONColumnType<object>
  is_read: Generated<boolean>
  creation_time: Date
}

export interface OrderLimits {
  tenant_id: number
  level: string
  id: string
  order_value: bigint | null
  order_qty: number | null
  volume_share_bps: number | null
  collar_bps: number | null
  orders_per_second: number | null
  duplicate_seconds: number | null
  daily_turnover: bigint | null
}

export interface OrderRequests {
  tenant_id: number
  account: string
  trade_date: string
  cl_ord_id: string
  order_id: bigint
  fingerprint: string
  counted_user: number | null
  counted_at: Date | null
}

export interface Orders {
  tenant_id: number
  order_id: bigint
  account: string
  user_id: number
  user_name: string
  cl_ord_id: string
  orig_cl_ord_id: string | null
  security_id: string
  side: string
  ord_type: string
  price: number | null
  order_qty: number
  time_in_force: string
  expire_date: string | null
  text: string | null
  ord_status: string
  cum_qty: number
  leaves_qty: number
  filled_value: bigint
  last_px: number | null
  last_qty: number | null
  hold_amount: bigint
  md_entry_id: string | null
  ord_rej_reason: number | null
  refusal: JSONColumnType<object | null>
  trade_date: string
  priority: bigint
  creation_time: Date
  transact_time: Date
  version: number
  market_date: string
  exec_inst: string | null
  display_qty: number | null
  min_qty: number | null
  shown_qty: number | null
  stop_px: number | null
  instruction_id: number | null
  mandate: JSONColumnType<object | null>
  bulk_order_id: bigint | null
  allocation: string | null
  pending_since: Date | null
}

export interface PasskeyChallenges {
  tenant_id: number
  challenge: Buffer
  purpose: string
  bound_to: Buffer
  expires_at: Date
}

export interface Passkeys {
  tenant_id: number
  id: string
  user_id: number
  name: string
  credential_id: Buffer
  public_key: Buffer
  sign_count: bigint
  is_synced: boolean
  creation_time: Date
  last_used_at: Date | null
}

export interface PasswordResets {
  tenant_id: number
  digest: Buffer
  user_id: number
  creation_time: Date
  expires_at: Date
  used_at: Date | null
}

export interface PaymentRequests {
  tenant_id: number
  id: GeneratedAlways<number>
  type: string
  account: string
  amount: bigint
  channel: string | null
  bank_code: string | null
  bank_account: string | null
  paid_on: string | null
  reference: string
  request_id: string
  maker_id: number
  maker_name: string
  made_at: Date
  state: string
  decider_id: number | null
  decided_at: Date | null
  reason: string | null
  notified: string | null
  is_settled: Generated<boolean>
}

export interface PositionDays {
  tenant_id: number
  account: string
  security_id: string
  market_date: string
  holding: bigint
  cost: bigint
}

export interface Positions {
  tenant_id: number
  account: string
  security_id: string
  settled: bigint
  unsettled_in: bigint
  unsettled_out: bigint
  held: bigint
  available: bigint
  cost: bigint
}

export interface PriceAdjustments {
  security_id: string
  date_from: string
  date_until: string
  before_shares: string
  after_shares: string
}

export interface PriceBars {
  security_id: string
  bar_time: Date
  open_px: number
  high_px: number
  low_px: number
  close_px: number
  volume: bigint
  last_trade: bigint
}

export interface ProviderGroups {
  tenant_id: number
  group_name: string
  role_id: number
  set_by: number
}

export interface ProviderSignIns {
  tenant_id: number
  state: Buffer
  bound_to: Buffer
  expires_at: Date
}

export interface ProviderSubjects {
  tenant_id: number
  issuer: string
  subject: string
  user_id: number
  linked_at: Date
}

export interface RecoveryCodes {
  tenant_id: number
  user_id: number
  digest: Buffer
  used_at: Date | null
}

export interface Registrations {
  tenant_id: number
  id: string
  user_id: number | null
  security_stamp: string | null
  user_name: string | null
  email_digest: Buffer | null
  creation_time: Date
  expires_at: Date
}

export interface ReportLogs {
  tenant_id: number
  id: GeneratedAlways<bigint>
  user_id: number | null
  user_name: string | null
  service_name: string
  method_name: string
  parameters: string
  file_name: string
  row_count: number
  is_complete: boolean
  execution_time: Date
  execution_duration: number
  client_ip_address: string | null
}

export interface RolePermissions {
  tenant_id: number
  role_id: number
  permission: string
}

export interface Roles {
  tenant_id: number
  id: GeneratedAlways<number>
  name: string
  display_name: string
  description: string | null
  is_static: Generated<boolean>
  is_default: Generated<boolean>
  creation_time: Date
  deletion_time: Date | null
}

export interface Secrets {
  name: string
  value: Buffer
}

export interface Securities {
  security_id: string
  listing: number
  name: string
  isin: string | null
  sector: string
  board: string | null
  price_group: string
  shares_outstanding: bigint
  security_type: Generated<string>
}

export interface SecurityState {
  security_id: string
  halted: boolean
  reason: string
  since: Date
  reopening_until: Date | null
  controlled_by: string | null
}

export interface Sessions {
  tenant_id: number
  id: string
  user_id: number
  security_stamp: string
  signed_in_at: Date
  last_seen_at: Date
  expires_at: Date
  revoked_at: Date | null
  client_ip_address: string
  browser_info: string
  provider_issuer: string | null
  provider_subject: string | null
  provider_session: string | null
}

export interface Settings {
  tenant_id: number
  user_id: number | null
  name: string
  value: string
}

export interface SignInFailures {
  tenant_id: number
  subject: string
  place: string
  failures: number
  last_failure: Date
  locked_until: Date | null
}

export interface SyslogCursors {
  tenant_id: number
  audit_id: bigint
}

export interface Tenants {
  id: Generated<number>
  tenancy_name: string
  name: string
  is_active: Generated<boolean>
  creation_time: Date
  deletion_time: Date | null
  stop_orders: string | null
  stop_reason: string | null
  second_admin_id: number | null
}

export interface TradeCorrections {
  tenant_id: number
  id: bigint
  trade_number: bigint
  security_id: string
  market_date: string
  price: number
  quantity: number
  new_price: number | null
  new_quantity: number | null
  reason: string
  state: string
  maker_id: number
  maker_name: string
  made_at: Date
  decider_id: number | null
  decider_name: string | null
  decided_at: Date | null
  decided_why: string | null
  order_id: bigint | null
}

export interface TradingAccounts {
  tenant_id: number
  account: string
  customer_id: number
  cscs_account: string
  cash_route: Generated<string>
  bank_code: string | null
  bank_account: string | null
  bank_account_name: string | null
}

export interface TransferRequests {
  tenant_id: number
  id: bigint
  posting_id: string
  type: string
  account: string
  amount: bigint | null
  security_id: string | null
  quantity: bigint | null
  unit_cost: bigint | null
  reference: string
  narration: string
  state: string
  maker_id: number
  maker_name: string
  made_at: Date
  market_date: string
  decider_id: number | null
  decider_name: string | null
  decided_at: Date | null
  reason: string | null
  posted: bigint | null
  cash_route: string | null
  bank_code: string | null
  bank_account: string | null
  decided: bigint | null
  payment_request: number | null
  payment_state: Generated<string | null>
  details: JSONColumnType<object | null>
}

export interface TwoFactors {
  tenant_id: number
  user_id: number
  sealed_secret: Buffer
  creation_time: Date
  enabled_at: Date | null
  last_step: Generated<bigint>
  wrong_codes: Generated<number>
}

export interface UnclaimedOrders {
  tenant_id: number
  id: bigint
  venue_order_id: string
  there: JSONColumnType<object>
  since: Date
  proposed: string | null
  firm: number | null
  account: string | null
  proposer_id: number | null
  proposer_name: string | null
  proposed_at: Date | null
  is_decided: boolean
  order_id: bigint | null
  ended_at: Date | null
  rejected: string | null
}

export interface UnsavedSendings {
  tenant_id: number
  user_id: number
  send_id: string
  sent_at: Date
}

export interface UserPermissions {
  tenant_id: number
  user_id: number
  permission: string
}

export interface UserRoles {
  tenant_id: number
  user_id: number
  role_id: number
}

export interface UserTradingAccounts {
  tenant_id: number
  user_id: number
  account: string
}

export interface Users {
  tenant_id: number
  id: GeneratedAlways<number>
  user_name: string
  name: string
  surname: string
  email_address: string
  is_email_confirmed: Generated<boolean>
  is_active: Generated<boolean>
  password_hash: string
  security_stamp: string
  last_login_time: Date | null
  creation_time: Date
  phone_number: string | null
  deletion_time: Date | null
  is_registering: Generated<boolean>
  must_change_password: Generated<boolean>
}

export interface VenueCommands {
  tenant_id: number
  id: bigint
  firm: number
  order_id: bigint
  kind: string
  command: JSONColumnType<object>
  becomes: JSONColumnType<object | null>
  market_date: string
  decided_at: Date
  released_at: Date | null
  answered_at: Date | null
  ends: JSONColumnType<object | null>
}

export interface VenueDoubts {
  tenant_id: number
  id: bigint
  order_id: bigint
  firm: number
  why: string
  there: JSONColumnType<object | null>
  since: Date
  proposed: string | null
  proposer_id: number | null
  proposer_name: string | null
  proposed_at: Date | null
  ended_at: Date | null
  here: JSONColumnType<object>
}

export interface VenueExecIds {
  tenant_id: number
  market_date: string
  exec_id: string
  taken_at: Date
  contents: string | null
}

export interface VenueReconciliations {
  tenant_id: number
  id: bigint
  done_at: Date
  counts: JSONColumnType<object>
  differences: JSONColumnType<object>
}

export interface VerificationCodes {
  tenant_id: number
  id: GeneratedAlways<bigint>
  subject: string
  digest: Buffer
  creation_time: Date
  expires_at: Date
  wrong_tries: Generated<number>
  ended_at: Date | null
}

export interface Watchlists {
  tenant_id: number
  id: GeneratedAlways<number>
  user_id: number
  name: string
  security_ids: string[]
}

export interface Database {
  account_freezes: AccountFreezes
  account_numbers: AccountNumbers
  account_request_changes: AccountRequestChanges
  account_request_documents: AccountRequestDocuments
  account_request_events: AccountRequestEvents
  account_request_identities: AccountRequestIdentities
  account_requests: AccountRequests
  alerts: Alerts
  audit_changes: AuditChanges
  audit_hashes: AuditHashes
  audit_heads: AuditHeads
  audit_log: AuditLog
  baskets: Baskets
  cash_balances: CashBalances
  cash_days: CashDays
  contract_notes: ContractNotes
  corporate_action_holdings: CorporateActionHoldings
  corporate_actions: CorporateActions
  customer_changes: CustomerChanges
  customer_charges: CustomerCharges
  customer_documents: CustomerDocuments
  customer_views: CustomerViews
  customers: Customers
  daily_statistics: DailyStatistics
  depository_accounts: DepositoryAccounts
  desk: Desk
  document_mail_cursors: DocumentMailCursors
  exchange_orders: ExchangeOrders
  exchange_sessions: ExchangeSessions
  executions: Executions
  features: Features
  fee_rates: FeeRates
  firm_days: FirmDays
  firm_logos: FirmLogos
  firm_terms: FirmTerms
  flagged_reports: FlaggedReports
  freeze_documents: FreezeDocuments
  idempotency_keys: IdempotencyKeys
  identity_providers: IdentityProviders
  index_days: IndexDays
  influences: Influences
  instruction_events: InstructionEvents
  instructions: Instructions
  journal_batches: JournalBatches
  kill_switches: KillSwitches
  ledger_entries: LedgerEntries
  login_attempts: LoginAttempts
  mails: Mails
  market_state: MarketState
  market_trades: MarketTrades
  news: News
  notification_cursors: NotificationCursors
  notifications: Notifications
  order_limits: OrderLimits
  order_requests: OrderRequests
  orders: Orders
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  password_resets: PasswordResets
  payment_requests: PaymentRequests
  position_days: PositionDays
  positions: Positions
  price_adjustments: PriceAdjustments
  price_bars: PriceBars
  provider_groups: ProviderGroups
  provider_sign_ins: ProviderSignIns
  provider_subjects: ProviderSubjects
  recovery_codes: RecoveryCodes
  registrations: Registrations
  report_logs: ReportLogs
  role_permissions: RolePermissions
  roles: Roles
  secrets: Secrets
  securities: Securities
  security_state: SecurityState
  sessions: Sessions
  settings: Settings
  sign_in_failures: SignInFailures
  syslog_cursors: SyslogCursors
  tenants: Tenants
  trade_corrections: TradeCorrections
  trading_accounts: TradingAccounts
  transfer_requests: TransferRequests
  two_factors: TwoFactors
  unclaimed_orders: UnclaimedOrders
  unsaved_sendings: UnsavedSendings
  user_permissions: UserPermissions
  user_roles: UserRoles
  user_trading_accounts: UserTradingAccounts
  users: Users
  venue_commands: VenueCommands
  venue_doubts: VenueDoubts
  venue_exec_ids: VenueExecIds
  venue_reconciliations: VenueReconciliations
  verification_codes: VerificationCodes
  watchlists: Watchlists
}
