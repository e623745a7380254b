import { type CallName, type HttpVerb, pathOf, verbOf } from '@tradebook/contract'

/**
 * The calls that are not application services. The contract's own rows know it too, but they carry
 * every schema, which a browser has no use for; a test holds this table to them.
 */
const ownRoutes: Partial<Record<CallName, { path: string; verb: HttpVerb }>> = {
  'Order/PreviewOrder': { path: pathOf('Order/PreviewOrder'), verb: 'GET' },
  'Order/PreviewOrderReplace': { path: pathOf('Order/PreviewOrderReplace'), verb: 'GET' },
  'Order/PreviewCrossDealOrder': { path: pathOf('Order/PreviewCrossDealOrder'), verb: 'GET' },
  'BackOffice/PreviewCorporateAction': {
    path: pathOf('BackOffice/PreviewCorporateAction'),
    verb: 'GET',
  },
  'ReportEventLog/VerifyChain': { path: pathOf('ReportEventLog/VerifyChain'), verb: 'GET' },
  'TokenAuth/Authenticate': { path: '/api/TokenAuth/Authenticate', verb: 'POST' },
  'TokenAuth/BeginPasskeySignIn': { path: '/api/TokenAuth/BeginPasskeySignIn', verb: 'POST' },
  'TokenAuth/AuthenticateByPasskey': { path: '/api/TokenAuth/AuthenticateByPasskey', verb: 'POST' },
  'TokenAuth/BeginProviderSignIn': { path: '/api/TokenAuth/BeginProviderSignIn', verb: 'POST' },
  'TokenAuth/AuthenticateByProvider': { path: '/api/TokenAuth/AuthenticateByProvider', verb: 'POST' },
  'Home/Configuration': { path: '/Home/Configuration', verb: 'GET' },
  'AbpUserConfiguration/GetAll': { path: '/AbpUserConfiguration/GetAll', verb: 'GET' },
}

/** Path and method of a call, as the server has them. */
export const routeOf = (name: CallName): { path: string; verb: HttpVerb } =>
  ownRoutes[name] ?? { path: pathOf(name), verb: verbOf(name) }
