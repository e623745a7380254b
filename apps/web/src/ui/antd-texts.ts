import type { Locale } from 'antd/es/locale'
import enGB from 'antd/es/locale/en_GB'
import type { TFunction } from 'i18next'

/** The name under which dayjs has the months of the reader's language: `ui/day-picker.tsx` sets it up. */
export const CALENDAR = 'tradebook'

/** Ant Design's own texts in the reader's language, as far as the product shows them. */
export const antdTexts = (t: TFunction): Locale => ({
  ...enGB,
  global: { ...enGB.global, close: t('App.Close') },
  Empty: { description: t('App.Nothing') },
  Pagination: {
    ...enGB.Pagination,
    prev_page: t('Table.PreviousPage'),
    next_page: t('Table.NextPage'),
    prev_5: t('Table.PreviousPages'),
    next_5: t('Table.NextPages'),
  },
  DatePicker: enGB.DatePicker && {
    ...enGB.DatePicker,
    lang: {
      ...enGB.DatePicker.lang,
      locale: CALENDAR,
      shortMonths: t('Calendar.Months').split(' '),
      shortWeekDays: t('Calendar.Weekdays').split(' '),
      placeholder: t('Calendar.Choose'),
      today: t('Calendar.Today'),
      clear: t('Calendar.Clear'),
      dateSelect: t('Calendar.Choose'),
      monthSelect: t('Calendar.ChooseMonth'),
      yearSelect: t('Calendar.ChooseYear'),
      decadeSelect: t('Calendar.ChooseDecade'),
      previousMonth: t('Calendar.PreviousMonth'),
      nextMonth: t('Calendar.NextMonth'),
      previousYear: t('Calendar.PreviousYear'),
      nextYear: t('Calendar.NextYear'),
      previousDecade: t('Calendar.PreviousDecade'),
      nextDecade: t('Calendar.NextDecade'),
    },
  },
})
