"""Names and titles that ask for a credential, and such as only look as if they did."""

from __future__ import annotations

ASKING_NAMES = """
    password Password PASSWORD passwords user_password userPassword newPassword confirm_password
    password_confirmation passwordConfirm password2 password_1 dbpassword rootpasswd passwd db_pwd
    pwd pass_word passWord passphrase pass_phrase PASSWORDs PASSPHRASE Passcode pass-code wifi.password
    my_password_again sudoPassword mysql_root_password pgpassword keystorePassword passkey
    passwort Kennwort contraseña contrasena motDePasse mot_de_passe senha wachtwoord пароль
    pin PIN PINs pins userPIN pin_code pinCode PINcode PINCode pin_number atm_pin cardPin new_pin
    secret client_secret clientSecret CLIENT_SECRET secret_value app_secret_key webhookSecret secrets
    shared_secret totpSecret secret_word authsecret
    token tokens access_token accessToken ACCESS_TOKEN refresh_token id_token api_token apiToken
    APItoken authtoken auth_token bearer_token csrf_token session_token github_token gitlabToken
    slack_bot_token hf_token device_token personalAccessToken token_value token_again new_token
    bearer bearer_auth jwt JWT JWTs jwt_assertion signedJwt
    credential credentials creds aws_creds dbCredentials login_credentials
    api_key apiKey APIKey APIkey APIkeys apikey APIKEY api-key api.key apiKEY x_api_key my_api_keys
    openai_key openaiKey OPENAI_KEY openaiapikey anthropic_key stripe_key aws_key azureKey gemini_key
    private_key privateKey private_key_pem ssh_private_key ssh_key sshKey gpg_key pgpKey access_key
    secret_access_key aws_secret_access_key secretKey signing_key signingKey hmac_key encryption_key
    encryptionKey master_key session_key storage_account_key consumer_key deploy_key recoveryKey privkey
    otp OTP OTPs otp_code OTPcode totp totp_code hotp one_time_code oneTimeCode one-time-code
    one_time_password onetimecode auth_code authCode authentication_code authorization_code
    authorisationCode verification_code verificationCode security_code recovery_code recovery_codes
    recoveryCodes backup_codes mfa_code mfaCode MFAcode 2fa_code 2FAcode twofa_2fa_code
    two_factor_code twoFactorCode sms_code authenticator_code access_code login_code reset_code
    seed_phrase seedPhrase seed_words recovery_phrase mnemonic_phrase wallet_seed security_answer
    auth_header authorization_header session_cookie authCookie
    card_number cardNumber card_no cardNum creditCardNumber cc_number ccNumber ccnum credit_card
    debitCard credit_card_number card_numbers cvv CVV cvv2 cvc card_cvv CVVs card_verification_value
    ｐａｓｓｗｏｒｄ ＡＰＩ＿ＫＥＹ ＰＩＮ pass\u00adword pass\u200bword
"""
ASKING = [
    *ASKING_NAMES.split(),
    "Your API key",
    "Enter your PIN",
    "PIN:",
    "One-time code",
    "One time password",
    "Two-factor code",
    "2FA code",
    "The code: your verification code",
    "Card number",
    "Number on the credit card",
    "Password (again)",
    "User name, password",
    "Mot de passe",
    "Passwort*",
    "密码",
    "パスワード",
    "비밀번호",
    "The bearer token of your account",
    "Seed phrase of the wallet",
    "Answer to the security question, or security answer",
    "ＡＰＩ　ｋｅｙ",
    "SSH key (private)",
    "reset password token",
]

INNOCENT_NAMES = """
    pin_color pinColour pin_icon map_pin mapPin led_pin gpio_pin gpioPin pin_to_top pin_layout
    pinned spin spinner opinion pinterest pineapple shipping compass typing
    secret_santa secretSanta secret_sauce secret_ingredient secretary secretariat trade_secret
    secret_agent secret_name secret_version secret_rotation_days secret_store secret_path secret_id
    max_tokens maxTokens maxtokens max_new_tokens max_tokens_to_sample min_tokens token_count
    tokenCount tokens_per_minute tokens_per_day token_limit token_budget num_tokens n_tokens
    total_tokens prompt_tokens completion_tokens input_tokens outputTokens reasoning_tokens
    cached_tokens tokens_used tokens_left used_tokens remaining_tokens pin_size pinShape next_token nextToken nextPageToken next_page_token
    page_token continuation_token progress_token stop_token eos_token pad_token design_tokens
    token_type token_url token_uri token_endpoint token_name token_ttl tokenLifetimeSeconds
    token_symbol token_address token_balance nft_token token_window token_bucket tokenizer tokenize
    tokenization idempotency_token cancellationToken cost_per_token token_price
    password_policy password_length min_password_length passwordLength max_password_age
    password_expiry_days password_reset password_reset_url password_hint password_history
    password_manager password_strength passwordless failed_password_attempts
    pass boarding_pass passing passenger passport passport_number bypass password_enabled
    api_key_name apiKeyName api_key_id api_key_env api_key_env_var secret_key_name key_name
    private_key_path ssh_key_file key public_key ssh_public_key primary_key foreign_key issue_key
    sort_key cache_key s3_key object_key map_key project_key keyboard keynote monkey hockey keyword
    turkey translation_key answer_key musical_key hotkey
    code zip_code zipCode postal_code country_code promo_code discount_code status_code error_code
    source_code qr_code language_code currency_code area_code dress_code airport_code color_code
    credential_type credential_name credentialProvider teaching_credential academic_credentials
    jwt_issuer jwt_algorithm bearer_name ring_bearer bearer_bond otp_length otpLength otp_app otp_method
    card library_card_number business_card membershipCardNumber credit_card_type creditCardBrand
    credit_card_last_four credit_card_limit card_type card_count number_of_cards report_card sim_card_number
    account_number phone_number order_number tracking_number invoice_number
    email username user_id login accreditation accredited discredit credits incredible credo
    seed random_seed header cookie_policy answer phrase otter hotpot aptopt
"""
INNOCENT = [
    *INNOCENT_NAMES.split(),
    "Number of tokens",
    "Maximum number of tokens",
    "The number of your tokens",
    "Tokens per minute",
    "Length of the password",
    "Name of the secret",
    "Type of credential",
    "Last four digits",
    "Postal code",
    "Name on the badge",
    "Which key do you play in?",
    "Is it a secret Santa gift?",
    "",
    "_",
    "  ",
    "😀",
]
