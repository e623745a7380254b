/** The host's screen of the firms. */
export const tenants = {
  'Menu.Tenants': 'Kamfanoni',
  'Tenants.Title': 'Kamfanoni',
  'Tenants.About':
    'Kamfanonin da ke ciniki a nan. Ana ƙirƙirar kamfani da mai amfani admin, wanda ake ba mahaɗin saita kalmar sirri.',
  'Tenants.List': 'Kamfanoni',
  'Tenants.Id': 'Lamba',
  'Tenants.Name': 'Suna',
  'Tenants.TenancyName': 'Gajeren suna',
  'Tenants.TenancyName.help':
    'Da shi mutane ke shiga kamfanin: harafi, sannan haruffa, lambobi, karan ɗori ko layin ƙasa.',
  'Tenants.IsActive': 'Hali',
  'Tenants.Active': 'Yana aiki',
  'Tenants.Inactive': 'An kashe',
  'Tenants.IsActive.Create': 'Mutanensa za su iya shiga nan take',
  'Tenants.CreationTime': 'Tun',
  'Tenants.AdminEmailAddress': 'Adireshin imel na mai gudanarwa',
  'Tenants.AdminEmailAddress.help':
    'Idan an saita sabar imel, a nan mai amfani admin zai sami mahaɗin saita kalmar sirri.',
  'Tenants.Feature.SignalR':
    'Farashi da odoji nan take (SignalR); in babu shi, shafin na tambaya kowane daƙiƙa biyar',
  'Tenants.Search': 'Nemi kamfanoni',
  'Tenants.All': 'Duka',
  'Tenants.New': 'Sabon kamfani',
  'Tenants.Create': 'Ƙirƙiri kamfani',
  'Tenants.Edit.of': 'Gyara {name}',
  'Tenants.Save': 'Adana kamfanin',
  'Tenants.Saved': 'An adana {name}.',
  'Tenants.Created': 'An ƙirƙiri {name}',
  'Tenants.Created.details':
    'An aika mahaɗin saita kalmar sirri ta mai amfani {userName} zuwa {emailAddress}. Yana aiki sau ɗaya, har zuwa {expires}. Ana nuna shi a nan sau ɗayan nan, idan imel ɗin bai isa ba:',
  'Tenants.Created.unmailed':
    'Ba a saita sabar imel ba: ku isar da wannan mahaɗin ga {userName} ({emailAddress}). Yana saita kalmar sirri sau ɗaya, har zuwa {expires}, kuma yanzu kaɗai ake nuna shi:',
  'Tenants.Created.Link': 'Mahaɗin saita kalmar sirri',
  'Tenants.Created.Copy': 'Kwafi mahaɗin',
  'Tenants.Created.Copied': 'An kwafi mahaɗin.',
  'Tenants.Created.NotCopied': 'Burauzar ba ta kwafa shi ba. Ku zaɓi mahaɗin ku kwafa shi da hannu.',
  'Tenants.Created.Close': 'Rufe',
  'Tenants.FirstLink': 'Shigar mai gudanarwa ta farko',
  'Tenants.FirstLink.details':
    'Har yanzu babu wanda ya shiga a matsayin admin. Sabon mahaɗi yana soke na baya; ana nuna shi sau ɗaya.',
  'Tenants.FirstLink.Mail': 'Yi wani mahaɗi',
  'Tenants.FirstLink.Mailed': '{name} yana da sabon mahaɗi',
  'Tenants.Disable.of': 'Kashe {name}',
  'Tenants.Disable.Confirm': 'A kashe {name}?',
  'Tenants.Disable.details':
    'Za a kunna maɓallin tsayarwarsa, a fitar da duk mutanensa nan take, kuma babu nasa da zai iya shiga. Kuna zaɓar abin da zai faru da odojinsa da ke buɗe.',
  'Tenants.Disable.Reason': 'Dalili',
  'Tenants.Disable.Reason.help': 'Mutanen kamfanin suna karanta shi yayin da maɓallin tsayarwarsa ke kunne.',
  'Tenants.Disable.Reason.default': 'Mai gudanar da kasuwa ya kashe kamfanin',
  'Tenants.Orders': 'Odoji da ke buɗe',
  'Tenants.Orders.cancel': 'Soke su',
  'Tenants.Orders.halt': 'Dakatar da su',
  'Tenants.Orders.help':
    'Odojin da aka dakatar suna barin kasuwa, suna riƙe da abin da suke riƙe. Suna dawowa, bayan sauran a farashinsu, idan an kashe maɓallin tsayarwa. Odojin gwanjo guda, na kasuwa da na rashin daidaito ana soke su ko ta yaya.',
  'Tenants.Orders.Open': 'Odojinsa da ke buɗe: {count}',
  'Tenants.Orders.Confirm.cancel': 'Odoji da ke buɗe da za a soke: {count}.',
  'Tenants.Orders.Confirm.halt':
    'Odoji da ke buɗe da za su bar kasuwa har sai an kashe maɓallin tsayarwa: {halted}. Odoji da za a soke: {cancelled}.',
  'Tenants.Orders.None': 'Ba shi da oda da ke buɗe.',
  'Tenants.Orders.Halted':
    'Odojinsa da ke buɗe ba sa kasuwa: {count}. Suna dawowa idan an kashe maɓallin tsayarwa.',
  'Tenants.Orders.Working': 'Odojinsa da ke buɗe suna kasuwa har yanzu: {count}.',
  'Tenants.Orders.Change': 'Sauya odojinsa da ke buɗe',
  'Tenants.Orders.Changed': 'An sauya odojinsa da ke buɗe.',
  'Tenants.Orders.cancelled': 'Odojin da aka soke',
  'Tenants.Orders.halted': 'Odojin da ba sa kasuwa',
  'Tenants.Disabled': 'An kashe {name}.',
  'Tenants.Enable.of': 'Kunna {name}',
  'Tenants.Enable.details':
    'Mutanensa za su iya sake shiga. Maɓallin tsayarwarsa zai ci gaba da kunnuwa sai kun kashe shi.',
  'Tenants.Enable.Release': 'Kashe maɓallin tsayarwarsa, domin ya yi ciniki nan take',
  'Tenants.Enable.Reason': 'An sake kunna kamfanin',
  'Tenants.Enabled': 'An kunna {name}.',
  'Tenants.Delete': 'Goge',
  'Tenants.Delete.of': 'Goge {name}',
  'Tenants.Delete.details':
    'Kamfanin {name} ({tenancyName}) zai ɓace daga jerori, mutanensa ba za su iya shiga ba, kuma wani zai iya ɗaukar gajeren sunansa. Abin da ya ambace shi yana nan. Ba a goge kamfani mai ragowa ko odoji da ke buɗe.',
  'Tenants.Delete.Back': 'A bar shi',
  'Tenants.Deleted': 'An goge {name}.',
  'Tenants.KillSwitchOn':
    'Maɓallin tsayarwa na mai gudanar da kasuwa kan wannan kamfani yana kunne: ana kashe shi a shafin iyakoki.',
  'Tenants.None': 'Babu kamfanoni',
  'Tenants.None.details': 'Ƙirƙiri na farko.',
  'Tenants.NoMatch': 'Babu irin wannan kamfani',
  'Tenants.NoMatch.details': 'Cire tacewa ɗaya domin ganin sauran.',
} as const
