import { Input } from 'antd'
import { type ComponentProps, lazy, Suspense } from 'react'

const DayPicker = lazy(() =>
  import(/* webpackChunkName: "day-picker" */ '../../ui/day-picker.tsx').then((module) => ({
    default: module.DayPicker,
  })),
)

/** The last day of an order. The calendar is loaded when an order first asks for a day: few orders do. */
export const LastDayPicker = (props: ComponentProps<typeof DayPicker>) => (
  <Suspense fallback={<Input disabled {...(props.size !== undefined && { size: props.size })} />}>
    <DayPicker {...props} />
  </Suspense>
)
