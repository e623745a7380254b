const LoginScreen = () => <main />

export default LoginScreen
