/** Who may be shown what. */
export interface Grants {
  readonly permissions: ReadonlySet<string>
  /** Upper-cased. */
  readonly roles: ReadonlySet<string>
}

export interface Screen {
  readonly path: string
}

/** The table of screens is TypeScript of the page, which the settings of this project cannot check. */
interface RouteTable {
  readonly screens: readonly Screen[]
  mayOpen(row: Screen, who: Grants): boolean
}

const routes: RouteTable = await import(String(new URL('../../apps/web/src/routes.ts', import.meta.url)))

/** Every screen of the page's own table. */
export const { screens, mayOpen } = routes

/** Where the screens of one account lie. */
export const PORTAL = '/app/client-portal/'
