/** Words of the frame: menu, header, exceptions, notifications. */
export const shell = {
  'App.Name': 'Tradebook',
  'App.Loading': 'Loading Tradebook',

  'App.Version': 'Version {version}',
  'App.SkipToScreen': 'Skip to the screen',

  'Index.Name': 'All-Share',
  'Index.Title': 'All-share index, and its change since the previous close',
  'Clock.Until': 'until {time}',
  'Clock.Next': '{phase} at {time}',
  'Clock.Time': '{time} WAT',
  'Clock.MarketDay': 'Market day {date}',
  'Clock.MarketDayShort': 'for {date}',
  'Clock.Zone': 'West Africa Time: Lagos, UTC+1',

  'Menu.Label': 'Main menu',
  'Menu.Dashboard': 'Dashboard',
  'Menu.Trading': 'Trading',
  'Menu.MarketData': 'Market Data',
  'Menu.Performance': 'Performance',
  'Menu.PriceList': 'Price List',
  'Menu.CompanyPriceList': 'Company Price List',
  'Menu.GainersLosers': 'Top Gainers and Losers',
  'Menu.MarketNews': 'Market News',
  'Menu.ClientPortal': 'Client Portal',
  'Menu.Account': 'Account',
  'Menu.Portfolio': 'Portfolio',
  'Menu.ContractNote': 'Contract Note',
  'Menu.Administration': 'Administration',
  'Menu.Reports': 'Reports',
  'Menu.MarketControl': 'Market Control',

  'Bar.Market': 'Market',
  'Bar.News': 'News',
  'Bar.More': 'More',

  'Person.Label': 'Your account and settings',
  'Person.Host': 'Host',
  'Person.Language': 'Language',
  'Person.Theme': 'Theme',
  'Person.Theme.light': 'Light',
  'Person.Theme.dark': 'Dark',
  'Person.SignOut': 'Sign out',

  'Notification.Bought': 'Bought {quantity} {securityID} at {price}',
  'Notification.Sold': 'Sold {quantity} {securityID} at {price}',
  'Notification.BuyRefused': 'Order to buy {quantity} {securityID} refused',
  'Notification.SellRefused': 'Order to sell {quantity} {securityID} refused',
  'Notification.News': '{headline}',

  'Error.Occurred': 'An error occured',
  'Error.Unexpected': 'Something went wrong on this page',
  'Error.Unexpected.details':
    'Your orders are not affected. Load the page again; if it happens again, contact support.',
  'Error.Reload': 'Load again',
  'Chunk.Failed': 'Loading chunk failed',
  'Chunk.Failed.details':
    'This screen could not be fetched from the server. Check your connection and try again.',
  'Chunk.Retry': 'Retry',
  'Start.Failed': 'The server did not answer',
  'Start.Failed.details': 'Tradebook could not be opened. Check your connection and try again.',

  'Exception.Denied': 'You may not see this page',
  'Exception.Denied.details':
    'Your role does not include it. If you need it, ask an administrator of your firm.',
  'Exception.NotFound': 'There is no such page',
  'Exception.NotFound.details': 'The address may be mistyped, or the page may have moved.',
  'Exception.Home': 'Go to trading',

  'Send.Slow': 'Taking longer than usual. The request was sent once; its answer is awaited.',

  'News.Title': 'Market News',
  'News.About': 'Announcements of the exchange and of listed companies, newest first.',
  'News.Empty': 'No news yet',
  'News.Empty.details': 'Announcements appear here as they are published.',
  'News.Urgent': 'Urgent',
  'News.Search': 'Search in headlines',
} as const
