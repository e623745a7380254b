import type { CallName } from '@tradebook/contract'

/**
 * The calls whose reads can be made on a standby of the database (`store/standby.ts`): what people study, not
 * what they decide by. All other calls, and everything that a call writes, use the primary.
 */
export const standbyReads: ReadonlySet<string> = new Set<CallName>([
  // Statements
  'BackOffice/GetAccountStatement',
  'BackOffice/DownloadAccountStatement',
  'BackOffice/GetPortfolioMovement',
  'BackOffice/DownloadPortfolioMovement',
  'BackOffice/GetPortfolioPerformance',
  'BackOffice/GetDashAccountPortfolioValuation',
  'BackOffice/DownloadDashAccountPortfolioValuation',
  'BackOffice/GetContractNotes',
  'BackOffice/DownloadContractNoteList',
  'BackOffice/DownloadContractNote',
  'BackOffice/DownloadContractNotes',
  'BackOffice/GetContractNoteTrades',
  'BackOffice/DownloadContractNoteTrades',
  'Customer/DownloadCustomerFile',
  // Lists as files
  'BackOffice/DownloadCustomers',
  'BackOffice/DownloadDashAccountPortfolioHolding',
  'BackOffice/DownloadCashApprovals',
  'BackOffice/DownloadCorporateActions',
  'BackOffice/DownloadCorporateActionEntitlements',
  'Order/DownloadStockOrders',
  'Order/DownloadExecutions',
  'Order/DownloadTrades',
  // Price history
  'MarketData/GetPriceTrend',
  'MarketData/GetIndexHistory',
  'MarketData/GetPriceHistory',
  'MarketData/DownloadPriceHistory',
  'MarketData/DownloadPriceListCsv',
  'MarketData/DownloadMarketTrades',
  'MarketData/DownloadNews',
  // Audit trail and report log
  'ReportEventLog/GetReportEventLogs',
  'ReportEventLog/DownloadReportEventLogs',
  'ReportEventLog/GetReportLogs',
  'ReportEventLog/DownloadReportLogs',
  'ReportEventLog/VerifyChain',
])
