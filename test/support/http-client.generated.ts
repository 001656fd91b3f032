// Types of the HTTP interface by openapi-typescript; npx vitest run test/http/client.test.ts -u
export interface paths {
    "/api/v2/analytics/chains/{chain}/addresses/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an address
         * @description Clause 4.1 of the specification.
         */
        post: operations["addresses.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/analytics/chains/{chain}/addresses/{address}/assign/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign an address to an account
         * @deprecated
         * @description Clause 4.2 of the specification.
         */
        put: operations["addresses.assign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Clause 4.3 of the specification.
         */
        post: operations["accounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/accounts/{reference_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an account
         * @description Clause 4.4 of the specification.
         */
        get: operations["accounts.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/accounts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search accounts
         * @description Clause 4.5 of the specification.
         */
        get: operations["accounts.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/vasps/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search VASPs
         * @description Clause 4.6 of the specification.
         */
        get: operations["vasps.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/vasps/{vasp_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a VASP
         * @description Clause 4.7 of the specification.
         */
        get: operations["vasps.retrieve"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/directory/vasps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List VASPs
         * @description Clause 4.8 of the specification.
         */
        get: operations["vasps.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/engine/evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate rules
         * @description Clause 4.9 of the specification.
         */
        post: operations["rules.evaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A stored account (§2.2). */
        Account: {
            /** @enum {string} */
            account_category: "customer" | "non-customer";
            created: components["schemas"]["Timestamp"];
            last_modified: components["schemas"]["Timestamp"];
            reference_id: components["schemas"]["Text"];
            /** @enum {string} */
            account_type: "individual" | "entity";
            customer_id?: components["schemas"]["Text"];
            email?: components["schemas"]["Email"];
            individual?: components["schemas"]["Individual"];
            entity?: components["schemas"]["Entity"];
            address?: components["schemas"]["PostalAddress"];
            national_id?: components["schemas"]["NationalId"];
        };
        /** @description An account of either type, as it is written (§2.2). */
        AccountDraft: {
            /** @description Your own unique identifier of the account. */
            reference_id: components["schemas"]["Text"];
            /**
             * @description Whether the account belongs to a person or an organization.
             * @enum {string}
             */
            account_type: "individual" | "entity";
            /**
             * @description Whether the account is a customer of yours; without it, it is.
             * @enum {string}
             */
            account_category?: "customer" | "non-customer";
            /** @description Your own identifier of the customer; one of the identifying items (rule 2.2.1). */
            customer_id?: components["schemas"]["Text"];
            /** @description E-mail address. */
            email?: components["schemas"]["Email"];
            /** @description Name, birth and countries of a person. Required for an individual. */
            individual?: components["schemas"]["Individual"];
            /** @description Names and country of an organization. Required for an entity. */
            entity?: components["schemas"]["Entity"];
            /** @description Postal address; one of the identifying items (rule 2.2.1). */
            address?: components["schemas"]["PostalAddress"];
            /** @description National id; one of the identifying items (rule 2.2.1). */
            national_id?: components["schemas"]["NationalId"];
        };
        /** @description An account found by `accounts.search` (§4.5). */
        AccountSummary: {
            reference_id: string;
            /** @enum {string} */
            account_type: "Individual" | "Entity";
            name: string;
            /** @enum {string} */
            account_category: "customer" | "recipient";
            email?: string;
            created: components["schemas"]["Timestamp"];
            last_modified: components["schemas"]["Timestamp"];
        };
        /** @description Result of `addresses.assign`. */
        AddressAssignment: {
            reference_id: string;
        };
        /** @description All properties of a request to `addresses.create` (§4.1). */
        AddressCreateRequestBody: {
            /** @description Code of the provider that screens: a key of the option `riskProviders`. Required with `scan_for_risk: true`. */
            provider_name?: components["schemas"]["Text"];
            is_self_hosted?: boolean;
            /** @description Whether to screen the address now. */
            scan_for_risk?: boolean;
            /** @description The stored account to link. */
            account_ref_id?: components["schemas"]["Text"];
            /** @description The tag of the link: a destination tag or a memo. With tags, many accounts can share one address. Only with `account_ref_id`. */
            tag?: components["schemas"]["Text"];
            /** @description Whether `account_ref_id` may replace another account. */
            relink?: boolean;
        };
        Amount: number | components["schemas"]["DecimalText"];
        /** @description A transaction in a currency or in a crypto-asset. */
        AnyTransaction: {
            /** @description Unique identifier of the transfer, from your own system. */
            transaction_id: components["schemas"]["Text"];
            /** @description Units of `currency` or `asset`, 0 or more: a number, or decimal text of at most 100 digits. */
            amount: components["schemas"]["Amount"];
            /** @description Currency of the amount (ISO 4217), for example `"EUR"`. */
            currency?: components["schemas"]["Currency"];
            /** @description Symbol of the crypto-asset, as the prices spell it, for example `"BTC"`. */
            asset?: components["schemas"]["Text"];
            /** @description Country whose threshold applies, for example `"SG"`. */
            country: components["schemas"]["Country"];
            /** @description What links this transaction to others, for the rule `LINKED_TRANSACTIONS_BY_COUNTRY`: for example a customer, a customer and a counterparty, or an order. It may be personal data: no message, error, event or alert contains it. */
            link_key?: components["schemas"]["Text"];
        } & (unknown | unknown);
        /** @description Price that a decision or a valuation used. */
        AppliedPrice: {
            asset: string;
            asset_amount: components["schemas"]["DecidedAmount"];
            price: components["schemas"]["Decimal"];
            currency: components["schemas"]["Currency"];
            source: string;
            time: string;
        };
        /**
         * @description Name of a chain (§4.1).
         * @enum {string}
         */
        Chain: "bitcoin" | "ethereum" | "litecoin" | "bitcoin-cash" | "doge" | "solana" | "xdc" | "ripple" | "stellar" | "algorand" | "polygon" | "polkadot" | "tezos" | "near";
        /** @description Rates of a conversion: converted = amount × to ÷ from. */
        ConversionRate: {
            source: string;
            date: components["schemas"]["Date"];
            base: components["schemas"]["Currency"];
            from: components["schemas"]["Decimal"];
            to: components["schemas"]["Decimal"];
        };
        /**
         * @description ISO 3166-1 alpha-2 code.
         * @enum {string}
         */
        Country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /**
         * @description Active ISO 4217 code.
         * @enum {string}
         */
        Currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XAG" | "XAU" | "XBA" | "XBB" | "XBC" | "XBD" | "XCD" | "XCG" | "XDR" | "XOF" | "XPD" | "XPF" | "XPT" | "XSU" | "XUA" | "YER" | "ZAR" | "ZMW" | "ZWG";
        /**
         * Format: date
         * @description Calendar date.
         */
        Date: string;
        DecidedAmount: number | components["schemas"]["Decimal"];
        /** @description Decimal number: digits with at most one point. */
        Decimal: string;
        /** @description Decimal number of at most 100 digits, with at most one point. */
        DecimalText: string | unknown | unknown;
        /** @description E-mail address: one @ with text on both sides and no white space. */
        Email: string;
        /** @description An organization (§2.4). */
        Entity: {
            /** @description Legal and trade name. */
            entity_name: components["schemas"]["EntityName"];
            /** @description Legal and trade name in the local language or script. */
            entity_localname?: components["schemas"]["EntityName"];
            /** @description Country of incorporation, for example `"CH"`. */
            registration_country?: components["schemas"]["Country"];
        };
        /** @description Name of an organization (§2.4). */
        EntityName: {
            /**
             * @description Kind of name: `LEGL`, the legal name, is the only one.
             * @enum {string}
             */
            name_type: "LEGL";
            /** @description Official legal name. */
            name_legal: components["schemas"]["Text"];
            /** @description Trade name. */
            name_business?: components["schemas"]["Text"];
        };
        /** @description A transaction and the rules to evaluate it against (§4.9). */
        EvaluationRequest: {
            /** @description The transaction to evaluate. */
            transaction: components["schemas"]["AnyTransaction"];
            /** @description Rules to evaluate it against, at least one. */
            rule_codes: ("THRESHOLD_BY_COUNTRY" | "LINKED_TRANSACTIONS_BY_COUNTRY")[];
        };
        /** @description The body of every answer that is not a success: problem details (RFC 9457). */
        HttpProblem: {
            title: string;
            status: number;
            /** @enum {string} */
            code: "rate_missing" | "rate_disputed" | "rate_invalid" | "invalid_input" | "not_configured" | "configuration_invalid" | "threshold_missing" | "official_currency_missing" | "rate_stale" | "price_missing" | "price_stale" | "price_invalid" | "price_disputed" | "provider_timeout" | "provider_unreachable" | "provider_unavailable" | "provider_rate_limited" | "provider_unauthorized" | "provider_rejected" | "provider_redirected" | "provider_pending" | "provider_unreadable" | "provider_oversized" | "chain_unsupported" | "address_unknown" | "list_stale" | "aborted" | "storage_unavailable" | "storage_outcome_unknown" | "storage_corrupt" | "storage_locked" | "storage_closed" | "storage_read_only" | "storage_key_wrong" | "storage_not_migrated" | "load_interrupted" | "load_refused" | "alert_delivery_failed" | "unauthenticated" | "route_not_found" | "record_not_found" | "method_not_allowed" | "not_acceptable" | "media_type_unsupported" | "body_too_large" | "body_too_slow" | "reference_id_taken" | "changed_meanwhile" | "unknown_alert" | "unexpected";
            detail?: string;
            issues?: components["schemas"]["Issue"][];
            request_id?: string;
        };
        /** @description A person (§2.3). */
        Individual: {
            /** @description Legal name. */
            individual_name: components["schemas"]["IndividualName"];
            /** @description Legal name in the local language or script. */
            individual_localname?: components["schemas"]["IndividualName"];
            /** @description `YYYY-MM-DD`, not after today. */
            date_of_birth?: components["schemas"]["Date"];
            /** @description City, region or country of birth. */
            place_of_birth?: components["schemas"]["Text"];
            /** @description Country of nationality, for example `"CH"`. */
            nationality_country?: components["schemas"]["Country"];
            /** @description Country of residence, for example `"CH"`. */
            residence_country?: components["schemas"]["Country"];
        };
        /** @description Name of a person (§2.3). */
        IndividualName: {
            /**
             * @description Kind of name: `LEGL`, the legal name, is the only one.
             * @enum {string}
             */
            name_type: "LEGL";
            /** @description First name. */
            name_first?: components["schemas"]["Text"];
            /** @description Middle name. */
            name_middle?: components["schemas"]["Text"];
            /** @description Last name. */
            name_last: components["schemas"]["Text"];
        };
        /** @description One fault of an input. */
        Issue: {
            /** @enum {string} */
            code: "reference_id_taken" | "changed_meanwhile" | "unknown_alert" | "unreadable" | "wrong_type" | "required" | "unknown_property" | "not_allowed" | "text_blank" | "text_too_long" | "text_malformed" | "text_control_character" | "not_a_country" | "not_a_currency" | "not_a_date" | "not_a_timestamp" | "not_an_email" | "not_an_lei" | "not_a_registration_authority" | "identification_missing" | "entity_on_individual" | "individual_on_entity" | "date_of_birth_in_future" | "address_incomplete" | "street_name_missing" | "national_id_type_of_entity" | "national_id_type_of_individual" | "issue_country_on_entity" | "registration_authority_missing" | "registration_authority_on_individual" | "party_missing" | "party_ambiguous" | "both_self_hosted" | "not_sent_to_itself" | "self_hosted_contradicts" | "unknown_account" | "unknown_vasp" | "field_required_by_jurisdiction" | "address_format" | "address_length" | "address_characters" | "address_checksum" | "address_network" | "address_other_network" | "address_secret_key" | "provider_name_missing" | "unknown_provider" | "unknown_address" | "address_linked_elsewhere" | "tag_malformed" | "tag_contradicts" | "amount_negative" | "amount_not_finite" | "amount_malformed" | "currency_and_asset" | "rule_codes_empty" | "link_key_missing" | "out_of_range" | "cursor_invalid" | "cursor_with_page";
            path: string;
            clause: string;
            params?: {
                [key: string]: unknown;
            };
            message: string;
        };
        /** @description The sum of linked transactions. */
        LinkedSum: {
            transactions: number;
            window: number;
            first_at: components["schemas"]["Timestamp"];
            last_at: components["schemas"]["Timestamp"];
            converted: components["schemas"]["Decimal"];
            amounts: components["schemas"]["LinkedSumAmount"][];
        };
        /** @description The part of a sum in one currency or crypto-asset. */
        LinkedSumAmount: {
            amount_currency: components["schemas"]["Currency"];
            price?: components["schemas"]["AppliedPrice"];
            rate: components["schemas"]["ConversionRate"] | null;
            amount: string;
        };
        /** @description ISO 8601 without offset, in UTC. */
        LocalTime: string;
        /** @description A national id of either account type (§2.6). */
        NationalId: {
            /**
             * @description Kind of number, for example `"CCPT"` for a passport.
             * @enum {string}
             */
            national_id_type: "ARNU" | "CCPT" | "DRLC" | "FIIN" | "SOCS" | "IDCD" | "MISC" | "RAID" | "TXID" | "LEIX";
            /** @description The number. Of type LEIX: an LEI with right check digits. */
            national_id: components["schemas"]["Text"];
            /** @description Country that issued it, for example `"CH"`. Not of an entity. */
            issue_country?: components["schemas"]["Country"];
            /** @description Code of the registration authority, for example `"RA000548"`. Of an entity, unless the type is LEIX. */
            registration_authority?: components["schemas"]["RegistrationAuthority"];
        };
        /** @description A decision in the official currency, for display. */
        OfficialAmounts: {
            currency: components["schemas"]["Currency"];
            threshold: components["schemas"]["Decimal"];
            converted: components["schemas"]["Decimal"];
            rate: components["schemas"]["ConversionRate"];
        };
        /** @description §4.8 `data.pagination`. */
        Pagination: {
            total: number;
            size: number;
            page: number;
        };
        /** @description Postal address (§2.5). */
        PostalAddress: {
            /**
             * @description `HOME` residential, `BIZZ` business, `GEOG` geographic (the common value).
             * @enum {string}
             */
            address_type: "HOME" | "BIZZ" | "GEOG";
            /** @description Whole address in one line. */
            address_line?: components["schemas"]["Text"];
            /** @description House number. Needs `address_street_name`. */
            address_street_no?: components["schemas"]["Text"];
            /** @description Street. */
            address_street_name?: components["schemas"]["Text"];
            /** @description Building, instead of `address_street_no`. Needs `address_street_name`. */
            address_building_name?: components["schemas"]["Text"];
            /** @description Floor. */
            address_floor?: components["schemas"]["Text"];
            /** @description Room. */
            address_room?: components["schemas"]["Text"];
            /** @description Department of an organization. */
            address_department?: components["schemas"]["Text"];
            /** @description Part of a department. */
            address_subdepartment?: components["schemas"]["Text"];
            /** @description Post-office box. */
            address_postbox?: components["schemas"]["Text"];
            /** @description Part of a city. */
            address_city_location?: components["schemas"]["Text"];
            /** @description City. */
            address_city: components["schemas"]["Text"];
            /** @description Region, state or province. */
            address_region?: components["schemas"]["Text"];
            /** @description District. */
            address_district?: components["schemas"]["Text"];
            /** @description Postal code. */
            address_postcode?: components["schemas"]["Text"];
            /** @description Country, for example `"CH"`. */
            address_country_code: components["schemas"]["Country"];
        } | unknown | unknown | unknown;
        /** @description A risk entry of a record (§2.8). */
        RecordedRiskEntry: {
            created: components["schemas"]["Timestamp"];
            provider_name: components["schemas"]["Text"];
            risk_ratio: number;
            risk_descriptors: components["schemas"]["Text"][];
            vasp_name_legal: string;
            vasp_name_business: string;
            vasp_website: components["schemas"]["Text"] | null;
            vasp_category: string;
        };
        /** @description Code of the GLEIF registration authorities list. */
        RegistrationAuthority: string;
        /** @description An account as it is retrieved (§4.4). */
        RetrievedAccount: {
            address?: components["schemas"]["RetrievedAddress"];
            created: components["schemas"]["RetrievedTime"];
            last_modified: components["schemas"]["RetrievedTime"];
            individual?: components["schemas"]["Individual"];
            entity?: components["schemas"]["Entity"];
            national_id?: components["schemas"]["NationalId"];
            /** @enum {string} */
            account_category: "customer" | "non-customer";
            reference_id: components["schemas"]["Text"];
            /** @enum {string} */
            account_type: "individual" | "entity";
            customer_id?: components["schemas"]["Text"];
            email?: components["schemas"]["Email"];
        };
        /** @description Postal address of a retrieved account: three properties are null where unset (§4.4). */
        RetrievedAddress: {
            address_department: components["schemas"]["Text"] | null;
            address_subdepartment: components["schemas"]["Text"] | null;
            address_city_location: components["schemas"]["Text"] | null;
            address_country_code: components["schemas"]["Country"];
            address_street_no?: components["schemas"]["Text"];
            address_street_name?: components["schemas"]["Text"];
            address_city: components["schemas"]["Text"];
            address_region?: components["schemas"]["Text"];
            address_postcode?: components["schemas"]["Text"];
            /** @enum {string} */
            address_type: "HOME" | "BIZZ" | "GEOG";
            address_line?: components["schemas"]["Text"];
            address_building_name?: components["schemas"]["Text"];
            address_floor?: components["schemas"]["Text"];
            address_room?: components["schemas"]["Text"];
            address_postbox?: components["schemas"]["Text"];
            address_district?: components["schemas"]["Text"];
        } | unknown | unknown | unknown;
        /** @description `YYYY-MM-DD HH:MM:SS.mmm +ZZZZ`. */
        RetrievedTime: string;
        /** @description Result of `rules.evaluate` (§2.10). */
        RuleEvaluation: {
            transaction_id: string;
            evaluated_at: components["schemas"]["LocalTime"];
            results: components["schemas"]["RuleResult"][];
        };
        /** @description Result of one rule (§2.10). */
        RuleResult: {
            /** @enum {string} */
            rule_code: "THRESHOLD_BY_COUNTRY" | "LINKED_TRANSACTIONS_BY_COUNTRY";
            /** @enum {string} */
            status: "breach" | "pass";
            message: string;
            decision: components["schemas"]["ThresholdDecision"];
            alert_id?: string;
        };
        /** @description Text that is not blank and has no control characters, at most 1,000 UTF-16 code units. */
        Text: string;
        /** @description Decision about one transaction. */
        ThresholdDecision: {
            /** @enum {string} */
            status: "breach" | "pass";
            /** @enum {string} */
            comparison: "below" | "equal" | "above";
            amount: components["schemas"]["DecidedAmount"];
            amount_currency: components["schemas"]["Currency"];
            price?: components["schemas"]["AppliedPrice"];
            country: components["schemas"]["Country"];
            currency: components["schemas"]["Currency"];
            threshold: components["schemas"]["Decimal"];
            /** @enum {string} */
            operator?: ">=" | ">";
            citation?: string;
            note?: string;
            official?: components["schemas"]["OfficialAmounts"];
            converted: components["schemas"]["Decimal"];
            rate: components["schemas"]["ConversionRate"] | null;
            message: string;
            linked?: components["schemas"]["LinkedSum"];
        };
        /**
         * Format: date-time
         * @description ISO 8601 with offset.
         */
        Timestamp: string;
        /** @description A VASP record as it is returned: the country of its national id is null where unset (§2.7). */
        Vasp: {
            national_id_issue_country: components["schemas"]["Country"] | null;
            vasp_id: components["schemas"]["Text"];
            name_legal: components["schemas"]["Text"];
            name_business?: components["schemas"]["Text"];
            address_country_code?: components["schemas"]["Country"];
            address_street_no?: components["schemas"]["Text"];
            address_street_name?: components["schemas"]["Text"];
            address_city?: components["schemas"]["Text"];
            address_region?: components["schemas"]["Text"];
            address_postcode?: components["schemas"]["Text"];
            website?: components["schemas"]["Text"];
            summary?: components["schemas"]["Text"];
            supported_protocols?: components["schemas"]["Text"][];
            /** @enum {string} */
            national_id_type_code?: "MISC" | "RAID" | "TXID" | "LEIX";
            national_id?: components["schemas"]["Text"];
            national_id_registration_authority?: components["schemas"]["RegistrationAuthority"];
        };
        /** @description One page of VASP records (§4.8). */
        VaspPage: {
            items: components["schemas"]["Vasp"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The wallet address record (§2.8), field for field. */
        WalletAddress: {
            address: string;
            chain: components["schemas"]["Chain"];
            symbol: string;
            is_self_hosted: boolean;
            financial_data: components["schemas"]["WalletAddressFinancialData"];
            risk_data: components["schemas"]["RecordedRiskEntry"][] | null;
            created: components["schemas"]["Timestamp"];
        };
        /** @description The doubles nearest to the exact decimals of `addresses.history`; null without a reading. */
        WalletAddressFinancialData: {
            balance: number | null;
            balance_usd: number | null;
        };
    };
    responses: {
        /** @description Bad Request. */
        Problem400: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "code": "invalid_input",
                 *       "detail": "reference_id of the account is missing; it must be text.",
                 *       "issues": [
                 *         {
                 *           "code": "required",
                 *           "path": "/reference_id",
                 *           "clause": "2.2",
                 *           "params": {
                 *             "types": [
                 *               "string"
                 *             ]
                 *           },
                 *           "message": "reference_id of the account is missing; it must be text."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Unauthorized. */
        Problem401: {
            headers: {
                "Cache-Control"?: "no-store";
                /** @description See RFC 9110, WWW-Authenticate. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "code": "unauthenticated",
                 *       "detail": "Send the header Authorization with a valid credential."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Not Found. */
        Problem404: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "code": "record_not_found",
                 *       "detail": "There is no such record."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Method Not Allowed. */
        Problem405: {
            headers: {
                "Cache-Control"?: "no-store";
                /** @description See RFC 9110, Allow. */
                Allow?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Method Not Allowed",
                 *       "status": 405,
                 *       "code": "method_not_allowed",
                 *       "detail": "The path has no such method; see the header Allow."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Not Acceptable. */
        Problem406: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Not Acceptable",
                 *       "status": 406,
                 *       "code": "not_acceptable",
                 *       "detail": "The answer is application/json; allow it in Accept."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Request Timeout. */
        Problem408: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Request Timeout",
                 *       "status": 408,
                 *       "code": "body_too_slow",
                 *       "detail": "The body was not complete in time; send it again."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Conflict. */
        Problem409: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "code": "reference_id_taken",
                 *       "detail": "reference_id belongs to a stored account, which is unchanged; choose another reference id.",
                 *       "issues": [
                 *         {
                 *           "code": "reference_id_taken",
                 *           "path": "/reference_id",
                 *           "clause": "2.2",
                 *           "message": "reference_id belongs to a stored account, which is unchanged; choose another reference id."
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Content Too Large. */
        Problem413: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Content Too Large",
                 *       "status": 413,
                 *       "code": "body_too_large",
                 *       "detail": "The body has too many bytes; send less in one request."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Unsupported Media Type. */
        Problem415: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "code": "media_type_unsupported",
                 *       "detail": "The body must be JSON in UTF-8; send the header Content-Type: application/json."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Unprocessable Content. */
        Problem422: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Unprocessable Content",
                 *       "status": 422,
                 *       "code": "chain_unsupported",
                 *       "detail": "The provider does not support the chain."
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Internal Server Error. */
        Problem500: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "code": "unexpected",
                 *       "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Bad Gateway. */
        Problem502: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Bad Gateway",
                 *       "status": 502,
                 *       "code": "provider_unreachable",
                 *       "detail": "The provider could not be reached.",
                 *       "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Service Unavailable. */
        Problem503: {
            headers: {
                "Cache-Control"?: "no-store";
                /** @description See RFC 9110, Retry-After. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "code": "storage_unavailable",
                 *       "detail": "The storage could not be reached.",
                 *       "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
        /** @description Gateway Timeout. */
        Problem504: {
            headers: {
                "Cache-Control"?: "no-store";
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "code": "provider_timeout",
                 *       "detail": "The provider did not answer in time.",
                 *       "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
                 *     }
                 */
                "application/problem+json": components["schemas"]["HttpProblem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "addresses.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ethereum */
                chain: components["schemas"]["Chain"];
                /** @example 0x52908400098527886E0F7030069857D2E4169EE7 */
                address: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider_name": "OFAC",
                 *       "scan_for_risk": true,
                 *       "account_ref_id": "A-1"
                 *     }
                 */
                "application/json": components["schemas"]["AddressCreateRequestBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                     *         "chain": "ethereum",
                     *         "symbol": "ETH",
                     *         "is_self_hosted": false,
                     *         "financial_data": {
                     *           "balance": null,
                     *           "balance_usd": null
                     *         },
                     *         "risk_data": [
                     *           {
                     *             "provider_name": "OFAC",
                     *             "risk_ratio": 0,
                     *             "risk_descriptors": [
                     *               "not-listed"
                     *             ],
                     *             "vasp_name_legal": "",
                     *             "vasp_name_business": "",
                     *             "vasp_website": null,
                     *             "vasp_category": "",
                     *             "created": "2026-11-22T08:00:00.000+00:00"
                     *           }
                     *         ],
                     *         "created": "2026-11-22T08:00:00.000+00:00"
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["WalletAddress"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "addresses.assign": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ethereum */
                chain: components["schemas"]["Chain"];
                /** @example 0x52908400098527886E0F7030069857D2E4169EE7 */
                address: string;
                /** @example A-1 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    /** @description RFC 9745 */
                    Deprecation?: string;
                    /** @description The operation to use instead */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "reference_id": "A-1"
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AddressAssignment"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "accounts.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference_id": "A-1",
                 *       "account_type": "entity",
                 *       "customer_id": "C-1",
                 *       "email": "office@example.com",
                 *       "entity": {
                 *         "entity_name": {
                 *           "name_type": "LEGL",
                 *           "name_legal": "Example Trading AG"
                 *         },
                 *         "registration_country": "CH"
                 *       },
                 *       "address": {
                 *         "address_type": "GEOG",
                 *         "address_street_name": "Example Street",
                 *         "address_street_no": "1",
                 *         "address_city": "Zurich",
                 *         "address_country_code": "CH"
                 *       },
                 *       "national_id": {
                 *         "national_id_type": "RAID",
                 *         "national_id": "CHE-123.456.789",
                 *         "registration_authority": "RA000548"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountDraft"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "reference_id": "A-1",
                     *         "account_type": "entity",
                     *         "customer_id": "C-1",
                     *         "email": "office@example.com",
                     *         "entity": {
                     *           "entity_name": {
                     *             "name_type": "LEGL",
                     *             "name_legal": "Example Trading AG"
                     *           },
                     *           "registration_country": "CH"
                     *         },
                     *         "address": {
                     *           "address_type": "GEOG",
                     *           "address_street_name": "Example Street",
                     *           "address_street_no": "1",
                     *           "address_city": "Zurich",
                     *           "address_country_code": "CH"
                     *         },
                     *         "national_id": {
                     *           "national_id_type": "RAID",
                     *           "national_id": "CHE-123.456.789",
                     *           "registration_authority": "RA000548"
                     *         },
                     *         "account_category": "customer",
                     *         "created": "2026-11-22T08:00:00.000+00:00",
                     *         "last_modified": "2026-11-22T08:00:00.000+00:00"
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Account"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "accounts.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example A-1 */
                reference_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "reference_id": "A-1",
                     *         "account_type": "entity",
                     *         "customer_id": "C-1",
                     *         "email": "office@example.com",
                     *         "entity": {
                     *           "entity_name": {
                     *             "name_type": "LEGL",
                     *             "name_legal": "Example Trading AG"
                     *           },
                     *           "registration_country": "CH"
                     *         },
                     *         "address": {
                     *           "address_type": "GEOG",
                     *           "address_street_name": "Example Street",
                     *           "address_street_no": "1",
                     *           "address_city": "Zurich",
                     *           "address_country_code": "CH",
                     *           "address_department": null,
                     *           "address_subdepartment": null,
                     *           "address_city_location": null
                     *         },
                     *         "national_id": {
                     *           "national_id_type": "RAID",
                     *           "national_id": "CHE-123.456.789",
                     *           "registration_authority": "RA000548"
                     *         },
                     *         "account_category": "customer",
                     *         "created": "2026-11-22 08:00:00.000 +0000",
                     *         "last_modified": "2026-11-22 08:00:00.000 +0000"
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RetrievedAccount"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "accounts.search": {
        parameters: {
            query: {
                /** @example example */
                search_term: components["schemas"]["Text"];
                /** @example customer */
                account_category?: "customer" | "recipient";
                /** @example entity */
                account_type?: "individual" | "entity";
                /** @example 10 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "reference_id": "A-1",
                     *           "account_type": "Entity",
                     *           "name": "Example Trading AG",
                     *           "account_category": "customer",
                     *           "email": "office@example.com",
                     *           "created": "2026-11-22T08:00:00.000+00:00",
                     *           "last_modified": "2026-11-22T08:00:00.000+00:00"
                     *         }
                     *       ],
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["AccountSummary"][];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "vasps.search": {
        parameters: {
            query: {
                /** @example example */
                search_term: components["schemas"]["Text"];
                /** @example 10 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": [
                     *         {
                     *           "vasp_id": "V-1",
                     *           "name_legal": "Example Exchange Ltd",
                     *           "address_country_code": "SG",
                     *           "national_id_issue_country": null
                     *         }
                     *       ],
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Vasp"][];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "vasps.retrieve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example V-1 */
                vasp_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "vasp_id": "V-1",
                     *         "name_legal": "Example Exchange Ltd",
                     *         "address_country_code": "SG",
                     *         "national_id_issue_country": null
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["Vasp"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "vasps.list": {
        parameters: {
            query?: {
                /** @example 1 */
                page?: number;
                /** @example 50 */
                size?: number;
                sort?: "vasp_id" | "name_legal" | "name_business" | "address_country_code" | "address_street_no" | "address_street_name" | "address_city" | "address_region" | "address_postcode" | "website" | "summary" | "supported_protocols" | "national_id_type_code" | "national_id" | "national_id_issue_country" | "national_id_registration_authority" | "-vasp_id" | "-name_legal" | "-name_business" | "-address_country_code" | "-address_street_no" | "-address_street_name" | "-address_city" | "-address_region" | "-address_postcode" | "-website" | "-summary" | "-supported_protocols" | "-national_id_type_code" | "-national_id" | "-national_id_issue_country" | "-national_id_registration_authority";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "vasp_id": "V-1",
                     *             "name_legal": "Example Exchange Ltd",
                     *             "address_country_code": "SG",
                     *             "national_id_issue_country": null
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "total": 1,
                     *           "size": 50,
                     *           "page": 1
                     *         }
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["VaspPage"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    "rules.evaluate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transaction": {
                 *         "transaction_id": "T-1",
                 *         "amount": 3000,
                 *         "currency": "USD",
                 *         "country": "US"
                 *       },
                 *       "rule_codes": [
                 *         "THRESHOLD_BY_COUNTRY"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EvaluationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "Cache-Control"?: "no-store";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "data": {
                     *         "transaction_id": "T-1",
                     *         "evaluated_at": "2026-11-22T08:00:00.000",
                     *         "results": [
                     *           {
                     *             "rule_code": "THRESHOLD_BY_COUNTRY",
                     *             "status": "breach",
                     *             "message": "The amount reaches the travel-rule threshold of 3000 USD in US.",
                     *             "decision": {
                     *               "status": "breach",
                     *               "comparison": "equal",
                     *               "amount": 3000,
                     *               "amount_currency": "USD",
                     *               "country": "US",
                     *               "currency": "USD",
                     *               "threshold": "3000",
                     *               "converted": "3000.00",
                     *               "rate": null,
                     *               "message": "The amount reaches the travel-rule threshold of 3000 USD in US."
                     *             },
                     *             "alert_id": "THRESHOLD_BY_COUNTRY:US:USD:3000:T-1"
                     *           }
                     *         ]
                     *       },
                     *       "message": null
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "success";
                        data: components["schemas"]["RuleEvaluation"];
                        message: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            405: components["responses"]["Problem405"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
}
