/** Words of the frame: menu, header, exceptions, notifications. */
export const shell = {
  'App.Name': 'Tradebook',
  'Menu.Trading': 'Trading',
} as const
